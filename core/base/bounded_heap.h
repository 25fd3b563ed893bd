// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace masu {

/// Adds a value to the `most` first ones of all that come, which are kept as a heap with the last of them on top.
/// `isBefore`: a strict order; where it has no ties, the same values are kept in whatever order they come.
/// Requires: most > 0; nothing else changes the heap.
template <class Value, class Before>
void keepFirst(std::vector<Value>& heap, std::size_t most, Value value, Before isBefore) {
  if (heap.size() == most) {
    if (!isBefore(value, heap.front())) return;
    std::pop_heap(heap.begin(), heap.end(), isBefore);
    heap.pop_back();
  }
  heap.push_back(std::move(value));
  std::push_heap(heap.begin(), heap.end(), isBefore);
}

}  // namespace masu
