// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/permutation.h"
#include "core/base/result.h"
#include "core/loader/order/sample_index.h"
#include "core/shards/content/shard_options.h"
#include "core/store/read/dataset.h"

namespace masu::shards {

/// What one split gives to an export, in the order in which it is written: as stored, or shuffled exactly.
/// Threads: const calls are safe together. Memory: 3 bits a sample of the dataset.
class ExportSplit {
 public:
  ExportSplit(std::string name, loader::SampleIndex index, std::optional<std::uint64_t> key);

  /// "train", "validation", "test", "unused"; "all" without a manifest.
  const std::string& name() const { return m_name; }
  std::uint64_t size() const { return m_index.size(); }
  bool shuffled() const { return m_order.has_value(); }
  const loader::SampleIndex& index() const { return m_index; }

  /// The samples at positions [first, first + out.size()).
  void samplesAt(std::uint64_t first, std::span<std::uint64_t> out) const;

 private:
  std::string m_name;
  loader::SampleIndex m_index;
  std::optional<Permutation> m_order;
};

struct ExportSplits {
  std::vector<ExportSplit> parts;
  /// Whose statistics describe the data: the train split of the manifest, or every sample without one.
  loader::SampleIndex train;
  /// XXH3-64 over the manifest's assignment; empty without a manifest.
  std::string splitHash;
};

/// What an export divides. Errors: no such manifest (but for "default" when no split was named), the splits file is
/// missing or foreign, no sample is left.
Result<ExportSplits> exportSplitsOf(const store::Dataset& dataset, const ShardOptions& options);

}  // namespace masu::shards
