// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/shards/restore/index_reader.h"

namespace masu::shards {

/// The values of some samples in a row, an object of the index each: bytes in the object's type, or texts.
struct ShardBlock {
  std::uint64_t first = 0;  ///< within the shard
  std::uint64_t count = 0;
  std::vector<std::vector<std::byte>> values;
  std::vector<std::vector<std::string>> texts;
};

/// A shard read back, block by block from its first sample. Threads: one at a time. Lifetime: borrows the index.
class ShardSource {
 public:
  virtual ~ShardSource() = default;
  /// Fills the next block of about `bytes`; count 0 at the end. Errors: content that is not what the index says.
  virtual Result<void> next(std::uint64_t bytes, ShardBlock& block) = 0;
};

/// Errors: missing files; what they hold is not what the index says; a format that is not read back.
Result<std::unique_ptr<ShardSource>> openShard(const ExportedIndex& index, const ShardInfo& shard,
                                               const std::filesystem::path& folder);

Result<std::unique_ptr<ShardSource>> openCsvShard(const ExportedIndex& index, const ShardInfo& shard,
                                                  const std::filesystem::path& folder);
Result<std::unique_ptr<ShardSource>> openNpyShard(const ExportedIndex& index, const ShardInfo& shard,
                                                  const std::filesystem::path& folder);
Result<std::unique_ptr<ShardSource>> openHdf5Shard(const ExportedIndex& index, const ShardInfo& shard,
                                                   const std::filesystem::path& folder);

/// What is said where a shard holds something else than its index says.
Error notAsIndexed(const std::filesystem::path& file);

}  // namespace masu::shards
