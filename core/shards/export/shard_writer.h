// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/job.h"
#include "core/shards/plan/export_plan.h"
#include "core/shards/write/bundle.h"
#include "core/shards/write/hash_thread.h"
#include "core/shards/write/shard_journal.h"

namespace masu::shards {

/// Writes shards of a plan, several at once, hashed on threads of their own. The same bytes whatever threads and
/// memory. Threads: one at a time. Lifetime: borrows dataset and plan.
class ShardWriter {
 public:
  /// Gets each shard that is written, on the thread that wrote it.
  using Note = std::function<Result<void>(std::size_t number, const ShardInfo& shard)>;

  /// Shards get their files below `folder`, or in the bundle of write(). Requires: resolved resources.
  ShardWriter(const store::Dataset& dataset, const ExportPlan& plan, std::filesystem::path folder,
              const Resources& resources);

  /// For the files of a shard; null where whoever writes them hashes them, too.
  HashThread* hashesOf(std::size_t shard) const;

  /// Writes those of `numbers`, places in the plan, that `finished` does not have, and returns what is known of all, in
  /// their order. Into a bundle they go one after another. Nothing is synced. Errors: the disk is full; a chunk cannot
  /// be read; cancelled; the first of `note`.
  Result<std::vector<ShardInfo>> write(std::span<const std::size_t> numbers, const NumberedShards& finished,
                                       const Note& note, const JobContext& job, Bundle* bundle = nullptr) const;

 private:
  Result<void> makeFolders(std::span<const std::size_t> numbers) const;
  Result<ShardInfo> writeOne(std::size_t number, unsigned threads, const JobContext& job, Bundle* bundle) const;

  const store::Dataset& m_dataset;
  const ExportPlan& m_plan;
  std::filesystem::path m_folder;
  Resources m_resources;
  std::uint64_t m_blockBytes;
  std::vector<std::unique_ptr<HashThread>> m_hashes;
};

}  // namespace masu::shards
