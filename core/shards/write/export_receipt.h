// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/shards/content/shard_options.h"

namespace masu::shards {

/// What an export was made from, how, and which files it has: its metrics::kReceiptName.
struct ExportReceipt {
  std::string masu;     ///< version
  std::string dataset;  ///< UUID
  std::string content;  ///< store::contentHash(); empty where there is none
  std::uint64_t edition = 0;  ///< of the labels, see store::LabelEdition
  std::string labels;         ///< its hash; empty: as they were imported
  std::uint64_t samples = 0;
  std::string manifest;   ///< empty: the export has no splits
  std::string splitHash;  ///< store::hashOf() of its assignment
  std::string format;     ///< of the shards; of a bundle, "zip"
  bool encoded = false;
  std::string dtype;  ///< asked for of features; empty: as stored
  std::optional<std::uint64_t> shuffle;
  std::vector<std::pair<std::string, std::uint64_t>> exported;  ///< samples of each split, in their order
  std::uint64_t files = 0;  ///< shards and the files beside them, except receipt, index and croissant.json
  std::uint64_t bytes = 0;  ///< of these
  std::string filesHash;    ///< hashOfFiles() of these
};

/// SHA-256 over a line "PATH BYTES SHA256" a file, in the order in which an index lists them.
Result<std::string> hashOfFiles(std::span<const ShardFile> files);

std::string toJson(const ExportReceipt& receipt);
/// `file` is what sentences name. Errors: damaged; of a later version; of a training run.
Result<ExportReceipt> exportReceiptFrom(std::string_view json, const std::filesystem::path& file);

}  // namespace masu::shards
