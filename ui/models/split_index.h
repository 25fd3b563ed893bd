// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/store/splits/splits_file.h"

namespace masu::ui {

/// Finds the n-th sample of a split, and how many of it are before a sample, without listing them.
/// Invariant: immutable. Threads: const calls are safe together. Cost: nth and rank look at one block of 4,096 samples
/// after a binary search; 32 bytes a block beside the assignment.
class SplitIndex {
 public:
  explicit SplitIndex(store::Assignment assignment);

  std::uint64_t samples() const { return m_assignment.size(); }
  std::uint64_t count(store::Split split) const;
  const store::Assignment& assignment() const { return m_assignment; }
  store::Split at(std::uint64_t sample) const { return m_assignment[sample]; }
  /// The sample that is number `n` of the split, from 0. Requires: n < count(split).
  std::uint64_t nth(store::Split split, std::uint64_t n) const;
  /// How many samples of the split are below `sample`.
  std::uint64_t rank(store::Split split, std::uint64_t sample) const;

 private:
  static constexpr std::uint64_t kBlock = 4'096;
  using Counts = std::array<std::uint64_t, store::kSplitCount>;

  store::Assignment m_assignment;
  std::vector<Counts> m_before;  ///< counts before each block, and the totals at the end
};

}  // namespace masu::ui
