// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/csv/structure/dialect.h"
#include "core/ingest/sources/table_source.h"

namespace masu::ingest {

/// A piece of a file that a survey looks at.
struct SurveyPiece {
  std::size_t source = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Everything where that is little; else the front and many places of files, all spread evenly.
std::vector<SurveyPiece> choosePieces(const std::vector<TableSource>& sources);

/// The front of a text that holds `size` bytes and at least one whole record, however long that is.
std::string_view frontOf(std::string_view text, std::uint64_t size, const csv::Dialect& dialect);

/// The whole records of a piece. In the middle of a file they begin after a line end that several records with the
/// right number of fields follow: a wrong guess would show in the plan only, since the import itself never guesses.
std::string_view recordsOf(const TableSource& source, const SurveyPiece& piece, const csv::Dialect& dialect,
                           std::size_t columns);

}  // namespace masu::ingest
