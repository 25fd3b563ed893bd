// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::csv {
class CellParser;
}

namespace masu::ingest {

// What the survey of a table proposes by, and the load obeys.

/// Text with more different values than this is not a category, unless someone says so.
inline constexpr std::uint64_t kMostCategories = 65535;
/// A column that was found or said to be a category has no more words than this: more would fill the memory.
inline constexpr std::uint64_t kMostWords = std::uint64_t{1} << 22U;
/// Whole numbers with more different values than this are not classes.
inline constexpr std::uint64_t kMostIntegerClasses = 1000;

/// The names of the first few of many columns, for a sentence.
std::string columnsListed(const std::vector<ColumnPlan>& columns);

/// The path of the first source, for messages; empty where there is none yet.
std::string firstSource(const ImportPlan& plan);

/// The place of a column by name. Errors: there is none; the sentence names the first source and the nearest name.
Result<std::size_t> columnNamed(const ImportPlan& plan, const std::string& name);

/// What a column is that models are to learn from: words are categories.
table::Role inputRole(table::Kind kind);

/// Whether the cells of a column are kept as the texts that they are: the only missing ones are the empty ones, and
/// markers such as NA are texts.
bool isKeptText(const ColumnPlan& column);
/// Of the surveyed cells of a column those that the import finds missing, and how many different others there are.
std::uint64_t missingCells(const ColumnPlan& column);
std::uint64_t distinctCells(const ColumnPlan& column);

/// Whether a cell that reads as NaN, however it is spelled, is missing without being a marker: where numbers are read.
constexpr bool missesNan(table::Kind kind) {
  return kind == table::Kind::integer || kind == table::Kind::decimal || kind == table::Kind::boolean;
}
/// Whether a cell of a column of that kind is missing, unless it is kept as text.
bool isMissingCell(table::Kind kind, std::string_view text, const csv::CellParser& cells);

/// Gives a column of a table another role. Only one column is the weight, and one the label: what had the role becomes
/// an input. Another label has other classes, so that none are merged any more.
void giveRole(ImportPlan& plan, std::size_t column, table::Role role);

/// The text of a class as the plan merges it, and as whole numbers are spelled: "007" and "+7" are class "7".
std::string classText(std::string_view cell, bool integers, const TableOptions& options);

/// Whether somebody said what the cells of a column are.
bool hasStatedKind(const TableOptions& options, std::string_view column);

/// Whether zeros come before a whole number, as in 00501.
bool isZeroLed(std::string_view text);

/// Whether the whole numbers of a column are stored by their digits, which zeros before them would be part of: where it
/// is kept, or its numbers are classes, and nobody said that it is a number.
bool watchesZeros(const ImportPlan& plan, const ColumnPlan& column);

/// Whether digits are part of what a column says that numbers do not keep, as in the ZIP code 00501, and nobody said
/// that it is a number.
bool keepsDigits(const ImportPlan& plan, const ColumnPlan& column);

/// 1 or 0 for true, false, yes, no in any case; -1 for other text.
int booleanFrom(std::string_view text);
/// Whether a column of booleans takes the number.
constexpr bool isBoolean(double value) {
  return value == 0 || value == 1;
}

}  // namespace masu::ingest
