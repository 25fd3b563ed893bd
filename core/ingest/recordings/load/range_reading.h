// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/recordings/load/read_list.h"
#include "core/ingest/recordings/read/read_ranges.h"
#include "core/io/workers/range_file.h"

namespace masu::ingest {

/// The parts [first, end) of a load of recordings, of which a worker does the reads.
struct ReadRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t bytes = 0;  ///< of values
  io::SourcePlace place;    ///< where the first read begins
};

/// Divides a load, in order, into ranges whose files have about so many bytes: a run of small recordings, or some of a
/// large one. Every part is in one range.
std::vector<ReadRange> divideReads(const ImportPlan& plan, const ReadList& reads, std::uint64_t rangeBytes);

/// Does the reads of a range, on several threads, and writes what they give to a file for ReadRanges. A recording that
/// cannot be read is left out: the load that joins the ranges finds out why. Memory: a few reads a thread, and the list
/// of all.
/// Requires: resources are resolved.
/// Errors: windows that the memory allowed does not hold; a full disk; cancelled.
Result<void> readRange(const ImportPlan& plan, const ReadList& reads, const ReadRange& range,
                       const RecordingCache* cache, const std::filesystem::path& file, const Resources& resources,
                       const JobContext& job);

}  // namespace masu::ingest
