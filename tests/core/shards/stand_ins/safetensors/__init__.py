# SPDX-License-Identifier: GPL-3.0-or-later
"""What the printed programs use of safetensors, which Debian does not have; its format is public."""
