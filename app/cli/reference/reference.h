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

enum class Shell { bash, zsh, fish };

/// A script that completes the commands, options and choices of `masu` in a shell; everything else is completed as a
/// file.
std::string completionScript(const CLI::App& app, Shell shell);

}  // namespace masu::cli
