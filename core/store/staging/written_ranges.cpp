// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/written_ranges.h"

#include <iterator>

namespace masu::store {

WrittenRanges::Range WrittenRanges::add(std::uint64_t first, std::uint64_t end) {
  auto next = m_ranges.lower_bound(first);
  if (next != m_ranges.begin() && std::prev(next)->second == first) {
    next = std::prev(next);
    first = next->first;
    next = m_ranges.erase(next);
  }
  if (next != m_ranges.end() && next->first == end) {
    end = next->second;
    m_ranges.erase(next);
  }
  m_ranges.emplace(first, end);
  return {first, end};
}

bool WrittenRanges::covers(std::uint64_t first, std::uint64_t end) const {
  auto at = m_ranges.upper_bound(first);
  return first >= end || (at != m_ranges.begin() && std::prev(at)->second >= end);
}

}  // namespace masu::store
