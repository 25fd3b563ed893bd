// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/recordings/read/csv_columns.h"
#include "core/ingest/sources/table_source.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::ingest {

/// What a recording's table holds, read wholly.
struct CsvValues {
  std::vector<double> values;  ///< of the channels, record by record; a missing cell is NaN
  std::vector<double> times;   ///< one a record, less `origin`, as they are written; empty without a time column
  double origin = 0;
  std::vector<bool> texts;                 ///< of the channels: one that was thought empty holds text
  std::vector<waveform::TextColumn> textColumns;  ///< beside CsvColumns::texts; runs count records
};

/// Reads every record of a table. Errors: Errc::damaged with line and column for a record of other length than there
/// are columns, text among numbers, a time that is missing or none, a quote that never closes; more than `most` values.
Result<CsvValues> readCsvValues(const TableSource& table, const csv::Dialect& dialect, const CsvColumns& columns,
                                std::uint64_t most);

}  // namespace masu::ingest
