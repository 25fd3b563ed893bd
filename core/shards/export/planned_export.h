// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/shards/content/train_statistics.h"
#include "core/shards/plan/export_plan.h"
#include "core/shards/write/partial_export.h"

/// Exports whose plan is made, for those who write its shards by themselves.
namespace masu::shards {

/// writeShards() of a plan that is made, with what was stopped kept as `keep` says. Where plan.options.resume is set,
/// files that the export had moved already are not in its way. `known` is what measureTrain() would give, where it is
/// known. Requires: resolved resources. Errors: those of writeShards() and PartialExport::create().
Result<std::vector<ShardInfo>> writePlanned(const store::Dataset& dataset, const ExportPlan& plan, Keep keep,
                                            const Resources& resources, const JobContext& job,
                                            const std::optional<TrainStatistics>& known = {});

/// The name of the file that holds a bundle; empty for another format.
std::string bundleName(const store::Dataset& dataset, const ShardOptions& options);

/// Whether the files that come with the shards are looked for, too.
enum class Companions { leftOut, included };

/// Files in the output folder that the export would replace or leave orphaned; of its companions that no index lists,
/// where they are included. Those are left out for an export to be continued, which may have put them there.
Result<std::vector<std::string>> filesThere(const store::Dataset& dataset, const ExportPlan& plan,
                                            Companions companions);

/// The files in an output folder that --overwrite replaces: those that the index of an export lists there, and those
/// that an export may have moved there which died before its index was in its place. The receipt of a training run is
/// not among them, whatever an index lists.
std::set<std::string> filesOfExports(const std::filesystem::path& out);

/// Whether the output folder holds the export of this plan, complete, whoever wrote it.
bool isComplete(const store::Dataset& dataset, const ExportPlan& plan);

/// That `path` is in the way: because nothing may be overwritten, or because it is not a file of an export.
Error alreadyThere(const ShardOptions& options, const std::string& path);

}  // namespace masu::shards
