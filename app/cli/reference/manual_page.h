// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace masu::cli {

/// masu(1) in the man macros of roff: every command with its arguments, options and their defaults, as `--help` shows
/// them. The same program gives the same text, so that packages are reproducible. See groff_man(7).
std::string manualPage(const CLI::App& app, std::string_view version);

}  // namespace masu::cli
