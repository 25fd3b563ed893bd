// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include <nlohmann/json.hpp>

#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// The index of the export that a file is a shard of, from its folder or that above; nothing where it is of none that
/// Masu wrote. Threads: any.
std::optional<nlohmann::json> exportIndexOf(const std::filesystem::path& file);

/// Adds a note to a plan by a recipe where one of its files is a shard of an export and the plan reads times: exports
/// have them as seconds, which are not read as dates. One note says it of all records.
void noteExportedTimes(ImportPlan& plan, std::span<const std::filesystem::path> files);

}  // namespace masu::ingest
