// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

namespace masu {

/// How many bytes to insert, leave out or replace until one text is the other (Levenshtein 1966), for suggestions of
/// names. `same(a, b)` says which bytes count as equal.
template <class Same = std::equal_to<char>>
std::size_t editDistance(std::string_view one, std::string_view other, Same same = {}) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < one.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t k = 0; k < other.size(); ++k) {
      const std::size_t replaced = diagonal + (same(one[i], other[k]) ? 0 : 1);
      diagonal = row[k + 1];
      row[k + 1] = std::min({replaced, row[k] + 1, row[k + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace masu
