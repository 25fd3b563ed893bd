// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace masu::csv {

/// Bytes of a record that nobody gave a limit for: long texts are far shorter, and a record that a stray quote begins
/// would else extend to the end of its file.
inline constexpr std::uint64_t kLongestRecord = std::uint64_t{16} << 20;
/// The smallest limit, and the largest.
inline constexpr std::uint64_t kLeastLongestRecord = std::uint64_t{1} << 10;
inline constexpr std::uint64_t kMostLongestRecord = std::uint64_t{1} << 30;

/// Bytes that stand for the line ends within cells of a table that was made of JSON Lines, in quotes: so each of its
/// lines is one of the source. No UTF-8 text holds them.
inline constexpr char kJsonLineFeed = '\xFE';
inline constexpr char kJsonReturn = '\xFD';

/// How a text file spells a table.
struct Dialect {
  char delimiter = ',';
  char quote = '"';    ///< '\0': none
  char escape = '\0';  ///< '\0': a quote inside quotes is doubled
  char decimal = '.';
  char thousands = '\0';  ///< separates groups of three digits in a number; '\0': nothing does
  std::string encoding = "UTF-8";
  std::uint64_t encodingLine = 0;  ///< the first that shows the encoding, where it was guessed; no part of a recipe
  bool header = true;
  double headerConfidence = 1;      ///< that it is right, 0.5 … 1, where it was guessed; no part of a recipe
  bool aligned = false;             ///< cells are under each other: any run of blanks is one delimiter, a blank
  bool jsonLines = false;           ///< an object of JSON a line; the rest is of the table that is made of them
  bool trimBlanks = true;           ///< blanks around an unquoted cell are not part of it
  std::uint64_t preambleLines = 0;  ///< lines before the table, passed over
  /// The first of these lines declares the delimiter: "sep=;". Unset: it may, as in recipes of before this was kept.
  std::optional<bool> declared = false;
  char comment = '\0';              ///< a line that begins with it is not a record; '\0': none
  std::uint64_t longestRecord = kLongestRecord;  ///< bytes; a longer record is rejected
  /// "-nan" is what C writes for a NaN whose sign is set.
  std::vector<std::string> missingMarkers = {"",    "NA",   "N/A",  "n/a",  "#N/A", "<NA>", "NaN",
                                             "nan", "-NaN", "-nan", "null", "NULL", "?"};

  /// Lines before the table that say nothing about it: all but one that declares the delimiter.
  std::uint64_t skippedLines() const { return preambleLines - (declared.value_or(false) && preambleLines > 0 ? 1 : 0); }
};

}  // namespace masu::csv
