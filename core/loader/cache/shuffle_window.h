// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/loader/cache/group.h"

namespace masu::loader {

/// The samples of a window of positions, in the order of the epoch, of a shuffle that draws them from anywhere. First
/// the order is worked out, slice by slice, and each position put down for the range of the file that holds its
/// sample; then each range is read once, in the order of the file. So a sample costs its share of a sequential read
/// where the window is dense, and one read of its own where it is not, but never a chunk.
/// Memory: kWindowSampleBytes a position besides the rows.
class ShuffleWindow final : public Group {
 public:
  explicit ShuffleWindow(const GroupSource& source) : m_source(source) {}

  /// Becomes positions [first, first + samples) of an epoch. Requires: no task is under way; samples > 0.
  void open(std::shared_ptr<const EpochOrder> epoch, std::uint64_t first, std::uint64_t samples);

  void locate(std::uint64_t within, std::span<std::uint64_t> samples, std::span<std::uint64_t> rows) const override;
  std::size_t opening() const override { return m_slices; }
  std::size_t tasks() const override { return m_slices + m_ranges; }
  Result<void> load(std::size_t task) override;

 private:
  /// A position of the window and the place of its sample in a range.
  struct Entry {
    std::uint32_t row = 0;
    std::uint32_t offset = 0;
  };
  void orderSlice(std::size_t slice);
  Result<void> readRange(std::size_t range);
  Result<void> readRuns(const store::ObjectInfo& object, std::uint64_t rangeFirst, std::span<const Entry> entries,
                        std::byte* rows) const;
  Result<void> readWhole(const store::ObjectInfo& object, std::uint64_t rangeFirst, std::span<const Entry> entries,
                         std::byte* rows) const;

  const GroupSource m_source;
  std::size_t m_slices = 0;
  std::size_t m_ranges = 0;
  std::uint64_t m_sliceSamples = 1;
  std::uint64_t m_rangeSamples = 1;
  std::vector<std::uint64_t> m_sampleAt;  ///< of each position
  std::vector<Entry> m_entries;           ///< of each slice, by range
  std::vector<std::uint32_t> m_starts;    ///< of each range among its slice's entries, [slices × (ranges + 1)]
  std::uint64_t m_capacity = 0;
};

}  // namespace masu::loader
