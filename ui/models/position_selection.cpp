// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/position_selection.h"

#include <algorithm>

namespace masu::ui {

void PositionSelection::clear() {
  m_ranges.clear();
  m_anchor.reset();
}

void PositionSelection::choose(std::uint64_t position) {
  m_ranges = {{position, position}};
  m_anchor = position;
}

void PositionSelection::toggle(std::uint64_t position) {
  contains(position) ? remove(position) : add({position, position});
  m_anchor = position;
}

void PositionSelection::extendTo(std::uint64_t position, bool beside) {
  if (!m_anchor) m_anchor = position;
  if (!beside) m_ranges.clear();
  add({std::min(*m_anchor, position), std::max(*m_anchor, position)});
}

void PositionSelection::chooseAll(std::uint64_t count) {
  m_ranges.clear();
  if (count > 0) m_ranges.push_back({0, count - 1});
}

bool PositionSelection::contains(std::uint64_t position) const {
  const auto after = std::ranges::upper_bound(m_ranges, position, {}, &Range::first);
  return after != m_ranges.begin() && position <= std::prev(after)->last;
}

std::uint64_t PositionSelection::count() const {
  std::uint64_t sum = 0;
  for (const Range& range : m_ranges) sum += range.last - range.first + 1;
  return sum;
}

/// Ranges that it overlaps or touches become one with it.
void PositionSelection::add(Range range) {
  std::vector<Range> merged;
  for (const Range& known : m_ranges) {
    const bool apart = known.last + 1 < range.first || range.last + 1 < known.first;
    if (apart) {
      merged.push_back(known);
    } else {
      range = {std::min(range.first, known.first), std::max(range.last, known.last)};
    }
  }
  merged.insert(std::ranges::upper_bound(merged, range.first, {}, &Range::first), range);
  m_ranges = std::move(merged);
}

void PositionSelection::remove(std::uint64_t position) {
  std::vector<Range> left;
  for (const Range& known : m_ranges) {
    if (position < known.first || position > known.last) {
      left.push_back(known);
      continue;
    }
    if (known.first < position) left.push_back({known.first, position - 1});
    if (position < known.last) left.push_back({position + 1, known.last});
  }
  m_ranges = std::move(left);
}

}  // namespace masu::ui
