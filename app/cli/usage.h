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

/// The words in the order in which CLI11 takes them, the last one first. A file or folder [a] becomes ./[a], as CLI11
/// takes [a] for the list of a.
std::vector<std::string> inParseOrder(std::span<const std::string> words);

/// What is wrong with a command line, in a sentence of our own where CLI11's does not say it. `words`: of withHelp().
std::string usageSentence(const CLI::App& app, const CLI::ParseError& error, std::span<const std::string> words);

}  // namespace masu::cli
