// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace masu::cli {

/// A command line as CLI11 reads it: `help COMMAND` is `COMMAND --help`, and `help` alone `--help`. Of a command that
/// there is not, the name alone is left, so that parsing refuses it.
std::vector<std::string> withHelp(const CLI::App& app, std::vector<std::string> words);

/// What is wrong with a command line, in a sentence of our own where CLI11's does not say it. `words`: of withHelp().
std::string usageSentence(const CLI::App& app, const CLI::ParseError& error, std::span<const std::string> words);

}  // namespace masu::cli
