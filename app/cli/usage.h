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

/// Parses the words as they are: a file, a column or a class called [a,b] is one word, where CLI11 by itself takes what
/// is in brackets for a list. `words`: of withHelp(). Errors: throws CLI::ParseError.
void parse(CLI::App& app, std::span<const std::string> words);
/// What a command gets of the words that are not its own (CLI::App::remaining()), as they were given to parse().
std::vector<std::string> remainingWords(const CLI::App& command);

/// A sentence of CLI11's about words of parse(), which it quotes as it was given them.
std::string withoutMarks(std::string sentence);

}  // namespace masu::cli
