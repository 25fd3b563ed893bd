// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/shards/formats/shard_format.h"

namespace masu::shards {

/// What may be used while a split is cut. Lifetime: borrows the dataset.
struct CutRoom {
  const store::Dataset& dataset;
  unsigned threads = 1;
  std::uint64_t blockBytes = 2 << 20;  ///< of samples to hold at once, on each thread
  std::stop_token stop = {};
};

/// Cuts a split into shards whose files take no more than options.shardBytes (> 0), nor more than options.shardSamples
/// samples. Where that gives fewer than options.readers, they begin where those of equal size would, too. Cost: unless
/// every sample takes the same, all are encoded once. Requires: as many samples as readers.
/// Errors: a single sample does not fit; of reading; cancelled.
Result<std::vector<Shard>> cutWithin(const ExportSplit& exportSplit, const ShardFormat& format,
                                     const ShardOptions& options, const CutRoom& room);

}  // namespace masu::shards
