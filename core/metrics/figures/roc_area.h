// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace masu::metrics {

/// The area under the ROC curve of two classes: how likely a sample of the second is ranked above one of the first.
/// Exact while at most kMostBins different margins occur. Beyond that margins are compared by as many of their leading
/// bits as that many bins hold, the same bits for all, so that memory stays at 3 MB however many samples there are;
/// those that share a bin tie, and value() has only the digits that these ties leave certain.
/// Invariant: any order of the same margins gives the same. Threads: one at a time, for all members.
class RocArea {
 public:
  static constexpr std::size_t kMostBins = std::size_t{1} << 17U;

  /// `margin` grows with how sure the model is of the second class, and counts as an f32; NaN is left out.
  void add(double margin, bool second);
  /// kAbsent unless both classes occurred.
  double value() const;

  /// What was added, for a checkpoint that a run is resumed from; empty while nothing was.
  std::vector<std::uint32_t> counts() const;
  /// Restores what counts() returned.
  void setCounts(const std::vector<std::uint32_t>& counts);
  /// What add() takes of memory, from the first margin on.
  static std::size_t mostBytes();

 private:
  /// Samples whose margins share the bits that are kept. A count that is full is continued in a second bin of the key.
  struct Bin {
    std::uint32_t key = 0;  ///< orders bins as their margins
    std::uint32_t first = 0;
    std::uint32_t second = 0;
  };

  void claim();
  void unite() const;
  void settle() const;

  // Whoever asks for a result has what is pending sorted in first, which changes no result.
  mutable std::vector<Bin> m_bins;               ///< with ascending keys
  mutable std::uint32_t m_dropped = 0;           ///< how many of the last bits of a key
  mutable std::vector<std::uint64_t> m_pending;  ///< in no bin yet: the whole key, and in the last bit the class
};

}  // namespace masu::metrics
