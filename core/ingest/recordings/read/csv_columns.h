// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/csv/structure/dialect.h"
#include "core/table/time_text.h"

namespace masu::ingest {

/// A column of a recording's table that is read.
struct CsvColumn {
  std::size_t place = 0;  ///< among the fields of a record
  bool asked = false;     ///< by name: it is a channel whatever it holds
  bool empty = false;     ///< as far as was looked: text in it later on leaves it out
  bool dated = false;     ///< its cells are dates or times of day
  table::DateOrder order = table::DateOrder::monthFirst;
  table::TimeKind times = table::TimeKind::any;  ///< of a dated one
  double unit = 1;  ///< seconds that a step of 1 lasts, of a time column; 0: to be found by how large its numbers are
};

/// What the columns of a recording's table are.
struct CsvColumns {
  std::vector<std::string> names;  ///< of all, in the order of the fields
  std::vector<CsvColumn> channels;
  std::vector<std::size_t> texts = {};  ///< places of those that are given as texts
  std::optional<CsvColumn> time;
  std::optional<CsvColumn> timeOfDay;  ///< to be added to it, where `time` holds the day alone
};

/// What a recording's table is asked for by names.
struct AskedColumns {
  const std::vector<std::string>& channels;
  const std::vector<std::string>& texts;   ///< those that are not there are passed over
  const std::optional<std::string>& time;  ///< empty: none of them; unset: it is to be found
};

/// Decides it by the first records, the header among them where there is one. Texts are neither channels nor times.
/// Channels are the columns asked for, in their order, else all of numbers but a leading index: a column without a
/// name that counts the records. The time is in the first column, not asked for, that has the name of a time (time,
/// timestamp, date, t, seconds, 時刻 …, with a unit in brackets of either width or as its last word, "Time (ms)",
/// "time_ms") and holds times or numbers; else in the first that holds dates or times of day; else, without a header,
/// in the first column of all where that alone grows from record to record, but for one in a hundred. A column that is
/// asked for is the time whatever it is called; where it gives no unit, numbers say by how large they are. Errors: a
/// column asked for that is not there, or is a time of other than numbers and times; no column of numbers.
Result<CsvColumns> chooseCsvColumns(const std::vector<std::vector<std::string>>& records, const csv::Dialect& dialect,
                                    const AskedColumns& asked, const std::string& file);

}  // namespace masu::ingest
