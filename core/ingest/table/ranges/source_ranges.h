// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/csv/structure/dialect.h"
#include "core/ingest/plan/import_plan.h"
#include "core/io/workers/range_file.h"

namespace masu::ingest {

/// How the sources of an import are divided among workers. All who work on one import have the same sizes: blocks are
/// found again by their places.
struct RangeSizes {
  std::uint64_t rangeBytes = std::uint64_t{256} << 20;  ///< of text, or of values of recordings
  std::uint64_t blockBytes = std::uint64_t{256} << 10;  ///< as small as a worker with little memory needs them

  bool operator==(const RangeSizes&) const = default;
};

/// For sources of so many bytes: enough ranges for some ten workers to end at the same time, each of which is worth its
/// claim, and not more than a folder holds easily.
RangeSizes rangeSizesFor(std::uint64_t sourceBytes);

/// The blocks that begin in [first, end).
struct SourceRange {
  io::SourcePlace first;
  io::SourcePlace end;
};

/// Divides the sources of a table into ranges, in order: a file that is mapped as it is and larger than a range is cut
/// at multiples of the size, any other is whole, since a worker would have to unpack all of it; small files follow each
/// other in one range. Every block is in one range. Reads the first bytes of large sources.
/// Errors: a source that cannot be opened.
Result<std::vector<SourceRange>> divideSources(const ImportPlan& plan, std::uint64_t rangeBytes);

/// Where the first record begins at or after byte `at` of a table's text, as far as the text there shows: the first
/// line below which the records have so many fields. A guess, as only the scan of all text before it knows whether `at`
/// is within quotes; a wrong one is found out by who comes from there. The same text gives the same place.
/// Cost: looks at some MiB at most. Requires: 0 < at <= text.size(); it is not within the header.
std::uint64_t guessedRecordStart(std::string_view text, std::uint64_t at, const csv::Dialect& dialect,
                                 std::size_t fields);

}  // namespace masu::ingest
