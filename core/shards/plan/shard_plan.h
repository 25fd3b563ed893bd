// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/shards/formats/shard_format.h"
#include "core/shards/plan/shard_limit.h"

namespace masu::shards {

/// The mean size of a sample at places spread evenly over a dataset: its records may grow longer on the way.
/// Cost: reads and encodes up to 64 Ki samples or 32 MiB of them, in memory.
class SampleSizes {
 public:
  static Result<SampleSizes> measure(const ShardFormat& format, SampleReader& reader);

  /// Bytes a sample, weighed by where those at positions [first, first + count) are.
  double meanOf(const ExportSplit& exportSplit, std::uint64_t first, std::uint64_t count) const;

 private:
  static constexpr std::uint64_t kPlaces = 64;

  std::uint64_t beginOf(std::uint64_t place) const;

  std::uint64_t m_samples = 0;
  std::vector<double> m_means;
};

/// Cuts the splits into shards: each full but the last of a split. Where that gives fewer than options.readers, the
/// split is cut into that many of equal size instead. A size that was asked for is a limit (see shard_limit.h); one
/// that is only usual for the format is about that of a shard.
/// Errors: a split with fewer samples than readers; those of cutWithin().
Result<std::vector<Shard>> cutShards(const std::vector<ExportSplit>& exportSplits, const ShardFormat& format,
                                     const ShardOptions& options, const SampleSizes& sizes, const CutRoom& room);

}  // namespace masu::shards
