#pragma once

#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/shards/shard_options.h"
#include "core/store/dataset.h"

namespace masu::shards {

/// What stands beside the shards of every export: shards with sizes and SHA-256, classes, columns, statistics of the
/// train split, recipe and split hash.
inline constexpr const char* kIndexName = "index.json";

/// Writes the shards of a dataset and an index beside them. They appear together, when all are complete; a failed or
/// stopped export leaves what was there before. The same bytes whatever threads and memory.
/// Errors: shards are there already and may not be overwritten; no sample is left; the disk is full; a chunk cannot be
/// read.
Result<std::vector<ShardInfo>> writeShards(const store::Dataset& dataset, const ShardOptions& options,
                                           const Resources& resources, const JobContext& job);

/// What writeShards would write, without writing: paths and sample counts exact, bytes within 1 % for the whole. What
/// is there already does not matter.
Result<std::vector<ShardInfo>> planShards(const store::Dataset& dataset, const ShardOptions& options);

}  // namespace masu::shards
