// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/loader/cache/group.h"

namespace masu::loader {

/// The chunks of one group of a sequence, a task each. Chunk i takes rows [i × chunkSamples, (i + 1) × chunkSamples).
class ChunkGroup final : public Group {
 public:
  explicit ChunkGroup(const GroupSource& source) : m_source(source) {}

  /// Becomes group `number` of an epoch. Requires: no task is under way.
  void open(std::shared_ptr<const EpochOrder> epoch, std::uint64_t number);

  void locate(std::uint64_t within, std::span<std::uint64_t> samples, std::span<std::uint64_t> rows) const override;
  std::size_t tasks() const override { return m_order.chunks.size(); }
  Result<void> load(std::size_t task) override;

 private:
  void expect(std::size_t task) const;
  std::uint64_t sampleAt(std::uint32_t row) const { return m_firsts[row / m_chunkSamples] + row % m_chunkSamples; }

  const GroupSource m_source;
  GroupOrder m_order;
  std::uint32_t m_chunkSamples = 1;
  std::vector<std::uint64_t> m_firsts;        ///< first sample of each chunk
  std::vector<std::uint64_t> m_memberStarts;  ///< of each chunk in m_members
  std::vector<std::uint32_t> m_members;       ///< rows of the split's samples, in stored order
  std::size_t m_capacityChunks = 0;
};

}  // namespace masu::loader
