// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace masu::fuzz {

/// What may crash is tried in a child process (io::LimitedChild), where a report of the sanitizers would be an error
/// like any other. This keeps the reports of children, and ends the program at one whose fault is Masu's and not a
/// library's. Nothing is done without the address sanitizer. To be called before the first child, and after each input.
void keepChildReports();
void requireSoundChildren();

}  // namespace masu::fuzz
