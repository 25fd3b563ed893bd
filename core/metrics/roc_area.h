// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace masu::metrics {

/// The area under the ROC curve of two classes: how likely a sample of the second is ranked above one of the first.
/// Margins are counted in bins of 1/512 of their size, within which they tie, so that memory stays at 2 MB however many
/// samples there are. Invariant: counts only, so any order gives the same.
class RocArea {
 public:
  /// `margin` grows with how sure the model is of the second class; NaN is left out.
  void add(double margin, bool second);
  /// kAbsent unless both classes occurred.
  double value() const;

  /// The counts, for a checkpoint that a run is resumed from; empty while nothing was added.
  const std::vector<std::uint32_t>& counts() const { return m_counts; }
  /// Restores what counts() returned.
  void setCounts(std::vector<std::uint32_t> counts) { m_counts = std::move(counts); }

 private:
  std::vector<std::uint32_t> m_counts;  ///< of each bin, in ascending order: the first class, then the second
};

}  // namespace masu::metrics
