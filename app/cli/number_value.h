// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <CLI/CLI.hpp>

namespace masu::cli {

/// What an option of type int can hold.
inline constexpr std::uint64_t kMostInt = std::numeric_limits<std::int32_t>::max();

/// Checks of numbers that refuse any other value in a sentence with the bounds and the value, which CLI11 prints after
/// the option's name. An empty value passes: conflictOf() has the sentence for it.

/// A whole number in these bounds.
CLI::Validator wholeNumber(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
/// A number that is finite.
CLI::Validator finiteNumber();
/// A number above 0, as large as may be.
CLI::Validator positiveNumber();
/// A number from 0 to 1.
CLI::Validator shareValue();
/// This word, or a number that one of those above takes.
CLI::Validator wordOr(std::string word, CLI::Validator number);
/// In place of a part: the launcher of the workers numbers them.
inline constexpr const char* kAutoPart = "auto";
/// One of the parts into which work is divided, as "2/4", see PartOf; or kAutoPart.
CLI::Validator partValue();

/// Checks those numbers that nothing else does: words, and what is not finite.
void checkNumber(CLI::Option& option);

}  // namespace masu::cli
