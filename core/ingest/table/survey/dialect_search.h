// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/csv/structure/dialect.h"
#include "core/ingest/plan/import_options.h"

namespace masu::ingest {

/// Of the front of a table so much is looked at to find how it is spelled.
inline constexpr std::size_t kSniffedBytes = std::size_t{256} << 10;

struct FoundDialect {
  csv::Dialect dialect;
  Message headerReason;  ///< of the guess of the header; empty where it was given
};

/// How a text file spells its table, as far as `options` leave it open. `notes` get what speaks against that, such as
/// another delimiter that would give more columns.
/// Errors: those of the file; text that is not in its encoding, or no table (see foreignText()), unless a delimiter was
/// given; no dialect that fits.
Result<FoundDialect> findDialect(const std::filesystem::path& file, const TableOptions& options,
                                 std::vector<Message>& notes);

}  // namespace masu::ingest
