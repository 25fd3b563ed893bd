// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/split_index.h"

#include <algorithm>

namespace masu::ui {

SplitIndex::SplitIndex(store::Assignment assignment) : m_assignment(std::move(assignment)) {
  Counts counts = {};
  for (std::uint64_t sample = 0; sample < m_assignment.size(); ++sample) {
    if (sample % kBlock == 0) m_before.push_back(counts);
    ++counts[static_cast<std::size_t>(m_assignment[sample])];
  }
  m_before.push_back(counts);
}

std::uint64_t SplitIndex::count(store::Split split) const {
  return m_before.back()[static_cast<std::size_t>(split)];
}

std::uint64_t SplitIndex::nth(store::Split split, std::uint64_t n) const {
  const auto code = static_cast<std::size_t>(split);
  const auto above =
      std::upper_bound(m_before.begin(), m_before.end(), n,
                       [code](std::uint64_t wanted, const Counts& counts) { return wanted < counts[code]; });
  const auto block = static_cast<std::uint64_t>(above - m_before.begin()) - 1;
  std::uint64_t left = n - m_before[block][code];
  std::uint64_t sample = block * kBlock;
  for (; sample < m_assignment.size(); ++sample) {
    if (m_assignment[sample] != split) continue;
    if (left == 0) break;
    --left;
  }
  return sample;
}

std::uint64_t SplitIndex::rank(store::Split split, std::uint64_t sample) const {
  sample = std::min<std::uint64_t>(sample, m_assignment.size());
  const std::uint64_t block = sample / kBlock;
  std::uint64_t before = m_before[block][static_cast<std::size_t>(split)];
  for (std::uint64_t i = block * kBlock; i < sample; ++i) before += m_assignment[i] == split ? 1 : 0;
  return before;
}

}  // namespace masu::ui
