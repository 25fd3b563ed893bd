#pragma once

#include "core/shards/export_plan.h"

namespace masu::shards {

/// What a ZIP bundle will take, within 1 %: its shards, lists and descriptions, told from samples of them.
Result<std::uint64_t> bundleBytes(const store::Dataset& dataset, const ExportPlan& plan);

}  // namespace masu::shards
