// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/roc_area.h"

#include <bit>
#include <cmath>
#include <limits>

#include "core/metrics/figures.h"

namespace masu::metrics {

namespace {

/// Sign, exponent and the first bits of the mantissa of an f32.
constexpr unsigned kBits = 18;

/// Bins in the order of the numbers: IEEE 754 orders positive floats as their bits, negative ones the other way round.
std::size_t binOf(double margin) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(margin) + 0.0F);
  constexpr std::uint32_t kSign = std::uint32_t{1} << 31U;
  const std::uint32_t ordered = (bits & kSign) != 0 ? ~bits : bits | kSign;
  return ordered >> (32U - kBits);
}

}  // namespace

void RocArea::add(double margin, bool second) {
  if (std::isnan(margin)) return;
  if (m_counts.empty()) m_counts.resize(std::size_t{2} << kBits);
  ++m_counts[2 * binOf(margin) + (second ? 1 : 0)];
}

double RocArea::value() const {
  double below = 0;
  double pairs = 0;
  double all = 0;
  for (std::size_t bin = 0; bin < m_counts.size(); bin += 2) {
    const auto first = static_cast<double>(m_counts[bin]);
    const auto second = static_cast<double>(m_counts[bin + 1]);
    pairs += second * (below + first / 2);
    below += first;
    all += second;
  }
  return below > 0 && all > 0 ? pairs / (below * all) : kAbsent;
}

}  // namespace masu::metrics
