#pragma once

#include <span>

#include "core/shards/export_plan.h"

namespace masu::shards {

/// The files that come with the shards, the index last; in a bundle they lie inside it. Sizes without what is only
/// known afterwards.
Result<std::vector<ShardFile>> plannedCompanions(const store::Dataset& dataset, const ExportPlan& plan);

/// What a ZIP bundle of the shards planned and such companions will take, within 1 %.
std::uint64_t bundleBytes(const ExportPlan& plan, std::span<const ShardFile> companions);

}  // namespace masu::shards
