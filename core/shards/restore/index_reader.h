// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/shards/content/shard_options.h"
#include "core/store/read/dataset.h"

namespace masu::shards {

/// An index.json as it is read back.
struct ExportedIndex {
  Format format = Format::csv;
  std::string bundle;  ///< the ZIP file that holds the shards; empty for a folder
  bool encoded = false;
  std::string manifest;  ///< empty: the export had no splits
  std::vector<ShardInfo> shards;
  std::vector<ShardFile> companions;       ///< files beside the shards
  store::DatasetMeta meta;                 ///< as written; the recipe included
  std::vector<store::ObjectInfo> objects;  ///< names, types and shapes of what a sample has
  std::string hash;                        ///< of the text: what a new UUID derives from

  std::uint64_t samples() const;
};

/// Errors: no index of Masu's, or one of a later version, damaged, or edited since.
Result<ExportedIndex> readIndex(const std::string& text, const std::filesystem::path& path);

}  // namespace masu::shards
