// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace masu::cli {

enum class Shell { bash, zsh, fish };

/// A script that completes the commands, options and choices of `masu` in a shell; everything else is completed as a
/// file.
std::string completionScript(const CLI::App& app, Shell shell);

}  // namespace masu::cli
