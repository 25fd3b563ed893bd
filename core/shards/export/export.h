// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/shards/content/shard_options.h"
#include "core/shards/export/loader_snippet.h"
#include "core/store/read/dataset.h"

namespace masu::shards {

/// Gets the shards as they are planned, before anything is written, and may refuse.
using PlanCheck = std::function<Result<void>(const std::vector<ShardInfo>&)>;

/// Writes the shards of a dataset, and beside them index.json, croissant.json and README.md. They appear together, when
/// all are complete; a failed or stopped export leaves what was there before, and shards that were whole already in
/// `export.partial` for options.resume. The same bytes whatever threads and memory.
/// Errors: shards are there already and may not be overwritten; no sample is left; the disk is full; a chunk cannot be
/// read; what is there is not of the export to be resumed.
Result<std::vector<ShardInfo>> writeShards(const store::Dataset& dataset, const ShardOptions& options,
                                           const Resources& resources, const JobContext& job,
                                           const PlanCheck& check = {});

/// What writeShards would write, without writing: paths and sample counts exact, bytes within 1 % for the whole. What
/// is there already does not matter. Cost: with options.shardBytes, every sample may be read (see shard_limit.h).
Result<std::vector<ShardInfo>> planShards(const store::Dataset& dataset, const ShardOptions& options,
                                          const std::stop_token& stop = {});

/// What an export finds and leaves in its folder beside the shards.
struct ExportFolderState {
  std::vector<ShardFile> companions;  ///< index, descriptions and the like, with about their sizes
  std::size_t finished = 0;           ///< shards that a stopped export of the same kind left whole there
  bool occupied = false;              ///< writeShards() would need options.overwrite: an export is there
};
struct PlannedFolder {
  std::vector<ShardInfo> shards;  ///< as planShards gives them
  ExportFolderState folderState;
};
/// Errors: those of planShards.
Result<PlannedFolder> planFolder(const store::Dataset& dataset, const ShardOptions& options,
                                 const std::stop_token& stop = {});

/// The program that reads such an export with a framework; see loader_snippet.h. `folder` is how it names the export.
/// Errors: those of planShards; a framework that does not read the format.
Result<std::string> snippetFor(const store::Dataset& dataset, const ShardOptions& options, Framework framework,
                               const std::string& folder);

}  // namespace masu::shards
