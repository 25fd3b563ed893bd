// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
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

/// Files in the output folder that the export would replace or leave orphaned. What an export to be continued had put
/// beside its shards is among them only as far as an index lists it.
Result<std::vector<std::string>> filesThere(const store::Dataset& dataset, const ExportPlan& plan);

/// Whether the output folder holds the export of this plan, complete, whoever wrote it.
bool isComplete(const store::Dataset& dataset, const ExportPlan& plan);

/// That `path` is in the way.
Error alreadyThere(const std::filesystem::path& out, const std::string& path);

}  // namespace masu::shards
