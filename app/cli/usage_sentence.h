// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include <CLI/CLI.hpp>

namespace masu::cli {

/// What is wrong with a command line, as a sentence for people. `words`: of withHelp(), those that parse() was given.
/// What is not an error of CLI11's kinds, and what options refuse in their own words, stays as it is.
std::string usageSentence(const CLI::App& app, const CLI::ParseError& error, std::span<const std::string> words);

}  // namespace masu::cli
