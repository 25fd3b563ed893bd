// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/csv/numbers/cell_parser.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/survey/form_counts.h"

namespace masu::ingest {

/// What the surveyed cells of one column add up to. Bounded by the size of the survey.
/// Threads: one at a time.
class ColumnSketch {
 public:
  /// `kind` and `order`: unset to be found out. The delimiter hints at where a table comes from: decimal commas and
  /// days first go with semicolons.
  ColumnSketch(std::optional<table::Kind> kind, std::optional<table::DateOrder> order, const csv::Dialect& dialect)
      : m_kind(kind), m_order(order), m_delimiter(dialect.delimiter), m_forms(dialect.delimiter, dialect.decimal) {}

  /// `blanks`: the cell is one of blanks alone, which text keeps.
  void add(std::string_view text, const csv::CellParser& parser, bool blanks = false);

  /// Whether a whole number beyond 2^53 was met that no double is.
  bool hasInexact() const { return !m_inexact.empty(); }
  /// Where the first of them is.
  void placeInexact(Location place) { m_inexactAt = std::move(place); }

  /// A record of a file that does not have the column.
  void addAbsent() {
    ++m_missing;
    ++m_empty;
  }

  /// Kind, range, values and histogram as the plan shows them. The role is for others to choose.
  ColumnPlan finish(std::string name) const;

  /// Cells that a column of numbers would have to reject.
  std::uint64_t texts() const { return m_texts; }

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  void addMissing(std::string_view text, bool blanks);
  void countWord(std::string_view text, std::uint64_t limit);
  /// Whether it is one.
  bool addTime(std::string_view text);
  table::Kind kind() const;
  std::uint64_t distinct() const;
  bool isTime(std::uint64_t present) const;
  std::size_t dates() const;
  table::TimeKind timeKind() const;
  table::DateOrder dateOrder() const;
  const std::vector<double>& datesBy(table::DateOrder order) const;
  const std::vector<double>& timesBy(table::DateOrder order) const;
  void fillNumbers(ColumnPlan& plan) const;
  void fillTimes(ColumnPlan& plan) const;
  void fillRange(ColumnPlan& plan, std::vector<double> values) const;
  void fillValues(ColumnPlan& plan) const;
  void fillNans(ColumnPlan& plan) const;

  /// All readings of the cells that are times. Those of the rarer kind do not count as times.
  struct Times {
    std::vector<double> ofDay;  ///< without a date; the others have one
    std::vector<double> dayFirst;
    std::vector<double> monthFirst;
    std::vector<double> yearFirst;
    bool differ = false;
  };

  std::optional<table::Kind> m_kind;
  std::optional<table::DateOrder> m_order;
  char m_delimiter;
  FormCounts m_forms;
  Times m_times;
  std::uint64_t m_missing = 0;
  std::uint64_t m_integers = 0;
  std::uint64_t m_decimals = 0;
  bool m_tooWide = false;  ///< some whole number has no place in i64
  bool m_beyond = false;   ///< some other one than the lowest, which stands for a missing value there
  std::string m_inexact;   ///< the first whole number beyond 2^53 that no double is
  Location m_inexactAt;    ///< where that is
  std::string m_zeroLed;   ///< the first whole number with zeros before it
  std::uint64_t m_booleans = 0;
  std::uint64_t m_texts = 0;  ///< booleans among them
  std::vector<double> m_numbers;
  using Words = std::unordered_map<std::string, std::uint64_t, TextHash, std::equal_to<>>;
  Words m_words;
  std::uint64_t m_numberWords = 0;  ///< of them: numbers
  bool m_wordsLeftOut = false;
  std::uint64_t m_empty = 0;  ///< of those missing: without any text
  Words m_markers;            ///< the others of those
  std::uint64_t m_nans = 0;   ///< other cells that read as NaN
  Words m_nanWords;           ///< the same
};

}  // namespace masu::ingest
