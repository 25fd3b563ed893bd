// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace masu::ui {

/// Positions that are chosen, as ranges, so that all of a dataset of any size take no more than one. A value.
/// Invariant: ranges ascend, and between two of them is a position that is not chosen.
class PositionSelection {
 public:
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  ///< among them
    bool operator==(const Range&) const = default;
  };

  void clear();
  /// It alone; a range that is chosen next begins there.
  void choose(std::uint64_t position);
  /// Adds it or takes it away; a range that is chosen next begins there.
  void toggle(std::uint64_t position);
  /// From where a range begins up to the position, in place of what was chosen or beside it.
  void extendTo(std::uint64_t position, bool beside);
  /// The first `count` positions.
  void chooseAll(std::uint64_t count);

  bool contains(std::uint64_t position) const;
  std::uint64_t count() const;
  const std::vector<Range>& ranges() const { return m_ranges; }

 private:
  void add(Range range);
  void remove(std::uint64_t position);

  std::vector<Range> m_ranges;
  std::optional<std::uint64_t> m_anchor;
};

}  // namespace masu::ui
