// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/shards/content/train_statistics.h"
#include "core/shards/plan/export_plan.h"

namespace masu::shards {

/// What an index says beside the plan of its export.
struct IndexFacts {
  const store::Dataset& dataset;
  const ExportPlan& plan;
  const TrainStatistics& statistics;
  std::vector<ShardInfo> shards;
  std::vector<ShardFile> companions;
  std::optional<ShardFile> bundle;  ///< the ZIP file that holds all of them
};

/// The text of index.json.
std::string indexText(const IndexFacts& facts);

/// Whether the index.json of a folder is that of an export of the same plan, by all that is known before it is written:
/// dataset, split, options, and the samples of each shard.
bool describesPlan(const std::filesystem::path& out, const IndexFacts& planned);

/// The files that an earlier export names in the index.json of a folder, that index among them; empty where there is
/// none. Paths that lead out of the folder, also by a link, are left out.
std::vector<std::string> filesListed(const std::filesystem::path& out);

}  // namespace masu::shards
