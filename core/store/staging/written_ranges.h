// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <utility>

namespace masu::store {

/// Which samples of an object were written, as disjoint ranges that never touch.
/// Cost: a range a gap, so one or two where writers keep near each other.
class WrittenRanges {
 public:
  using Range = std::pair<std::uint64_t, std::uint64_t>;  ///< [first, end)

  /// Adds a range; returns the one it became part of. Requires: it was not covered before.
  Range add(std::uint64_t first, std::uint64_t end);
  bool covers(std::uint64_t first, std::uint64_t end) const;
  /// Of the last range; 0 where there is none.
  std::uint64_t end() const { return m_ranges.empty() ? 0 : m_ranges.rbegin()->second; }
  const std::map<std::uint64_t, std::uint64_t>& ranges() const { return m_ranges; }

 private:
  std::map<std::uint64_t, std::uint64_t> m_ranges;  ///< first → end
};

}  // namespace masu::store
