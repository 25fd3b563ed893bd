// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/table/schema.h"
#include "core/table/time_text.h"

namespace masu::ingest {

/// How the surveyed cells of a column are written, where that leaves open what they say. Each text is the first cell
/// that is written so; empty: there is none.
struct CellForms {
  std::string grouped;              ///< of numbers: "1.234", where the mark may separate thousands in all that have it
  bool markShown = false;           ///< of numbers: some cell shows that the mark is that of decimals
  std::string exponent;             ///< of numbers: "1e1", where all others are whole digits
  std::string flushed;              ///< of numbers: "1e-400", other than 0 and nearer to it than any double
  std::uint64_t flushedCount = 0;   ///< how many those are
  std::string decorated;            ///< of words: "1,234", "5%", "$3.50" or "3,5", where most of them are written so
  bool thousands = false;           ///< that one has separators of thousands
  std::uint64_t decorations = 0;    ///< how many those are
  std::uint64_t present = 0;        ///< cells that are not missing, numbers among them
  bool missingMark = false;         ///< of whole numbers: i64 holds all, but one is its mark of a missing value
  std::string inexact;              ///< of numbers: a whole one beyond 2^53 that no double is
  Location inexactAt;               ///< where that is; the line is known near the front of a source alone
  std::string shortYear;            ///< of times: a year of two digits
  bool orderless = false;           ///< of times: all are the same in any order of day and month, as those of ISO 8601
  bool orderMatters = false;        ///< of times: some differ between the orders of day, month and year
  std::string zoneless;             ///< of times: without a zone, where others have one
  std::uint64_t zonelessCount = 0;  ///< how many those are
  std::uint64_t empty = 0;          ///< cells without any text, or absent: all that a column kept as text misses
  std::uint64_t texts = 0;          ///< different cells other than those, markers of missing cells among them
  table::TimeKind times = table::TimeKind::any;  ///< what those are that count as times; any: not known
  table::Kind mostly = table::Kind::empty;       ///< of words: what at least half of the cells are; empty: no such kind
  std::uint64_t fitting = 0;                     ///< how many those are
  std::string unfit;                             ///< a cell that is not, or its beginning
  bool bound = false;                            ///< a recipe or dataset decides how all are read
};

}  // namespace masu::ingest
