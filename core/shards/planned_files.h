#pragma once

#include "core/shards/export_plan.h"

namespace masu::shards {

/// The files that come with the shards, the index last; in a bundle they lie inside it. Sizes without what is only
/// known afterwards.
Result<std::vector<ShardFile>> plannedCompanions(const store::Dataset& dataset, const ExportPlan& plan);

/// What a ZIP bundle will take, within 1 %: its shards, lists and descriptions, told from samples of them.
Result<std::uint64_t> bundleBytes(const store::Dataset& dataset, const ExportPlan& plan);

}  // namespace masu::shards
