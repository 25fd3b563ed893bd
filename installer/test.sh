#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything, runs every test. Ends on how many passed, failed and were skipped, and why.
set -euo pipefail
cd "$(dirname "$0")/.."
source installer/dependencies.sh

# Readers from npm check what export writes; a Node.js that is there already does as well as Debian's.
command -v node >/dev/null && command -v npm >/dev/null || TEST_PACKAGES+=(nodejs npm)
install_missing "${BUILD_PACKAGES[@]}" "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
build dev
say "Running the tests"
result=0
# One more than there are cores: a third of their time tests wait for a disk that syncs or for a process that starts.
ctest --preset dev -j "$(($(nproc) + 1))" || result=$?
python3 tests/summary.py build/dev/Testing/Temporary/LastTest.log
exit "$result"
