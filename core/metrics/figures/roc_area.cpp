// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/roc_area.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/metrics/figures/figures.h"

namespace masu::metrics {

namespace {

/// Margins are sorted into bins so many at a time.
constexpr std::size_t kMostPending = std::size_t{1} << 15U;

/// IEEE 754 orders positive floats as their bits, negative ones the other way round.
std::uint32_t keyOf(double margin) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(margin) + 0.0F);
  constexpr std::uint32_t kSign = std::uint32_t{1} << 31U;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

bool addsUp(std::uint32_t one, std::uint32_t other) {
  return one <= std::numeric_limits<std::uint32_t>::max() - other;
}

/// The digits of a share that stay the same whatever it is within `error` of `value`, but for the last by one.
double certainDigits(double value, double error) {
  if (error <= 0) return value;
  const double scale = std::pow(10, std::floor(-std::log10(2 * error)));
  return std::round(value * scale) / scale;
}

}  // namespace

void RocArea::add(double margin, bool second) {
  if (std::isnan(margin)) return;
  if (m_pending.capacity() == 0) claim();
  m_pending.push_back(std::uint64_t{keyOf(margin)} << 1U | (second ? 1U : 0U));
  if (m_pending.size() == kMostPending) settle();
}

/// Written to, and so of the process, at once: a run takes from its first batch on what was estimated for it.
void RocArea::claim() {
  m_pending.resize(kMostPending);
  m_pending.clear();
  const std::size_t bins = m_bins.size();  // which a copy may have, but not the room
  m_bins.resize(std::max(bins, kMostBins + kMostPending));
  m_bins.resize(bins);
}

/// Makes one of neighbours with the same key.
void RocArea::unite() const {
  std::size_t last = 0;
  for (std::size_t i = 1; i < m_bins.size(); ++i) {
    Bin& to = m_bins[last];
    const Bin& from = m_bins[i];
    if (to.key == from.key && addsUp(to.first, from.first) && addsUp(to.second, from.second)) {
      to.first += from.first;
      to.second += from.second;
    } else {
      m_bins[++last] = from;
    }
  }
  if (!m_bins.empty()) m_bins.resize(last + 1);
}

/// Moves what is pending into bins. No more bits are dropped than all margins added so far need, which is why the order
/// in which they came makes no difference.
void RocArea::settle() const {
  std::ranges::sort(m_pending);
  const auto binned = static_cast<std::ptrdiff_t>(m_bins.size());
  for (const std::uint64_t one : m_pending) {
    const auto second = static_cast<std::uint32_t>(one & 1U);
    m_bins.push_back({static_cast<std::uint32_t>(one >> 1U) >> m_dropped, 1 - second, second});
  }
  m_pending.clear();
  const auto isBelow = [](const Bin& one, const Bin& other) { return one.key < other.key; };
  std::inplace_merge(m_bins.begin(), m_bins.begin() + binned, m_bins.end(), isBelow);
  unite();
  while (m_bins.size() > kMostBins) {
    ++m_dropped;
    for (Bin& bin : m_bins) bin.key >>= 1U;
    unite();
  }
}

double RocArea::value() const {
  settle();
  double below = 0;
  double above = 0;
  double pairs = 0;
  double ties = 0;
  for (auto at = m_bins.begin(); at != m_bins.end();) {
    double first = 0;
    double second = 0;
    for (const std::uint32_t key = at->key; at != m_bins.end() && at->key == key; ++at) {
      first += at->first;
      second += at->second;
    }
    pairs += second * below;
    ties += second * first;
    below += first;
    above += second;
  }
  if (below == 0 || above == 0) return kAbsent;
  const double every = below * above;
  // A tie counts for a half; where bits were dropped, what it stands for may be anything from none to one.
  return certainDigits((pairs + ties / 2) / every, m_dropped > 0 ? ties / 2 / every : 0);
}

std::vector<std::uint32_t> RocArea::counts() const {
  settle();
  std::vector<std::uint32_t> counts;
  if (m_bins.empty()) return counts;
  counts.reserve(1 + 3 * m_bins.size());
  counts.push_back(m_dropped);
  for (const Bin& bin : m_bins) counts.insert(counts.end(), {bin.key, bin.first, bin.second});
  return counts;
}

void RocArea::setCounts(const std::vector<std::uint32_t>& counts) {
  *this = {};
  if (counts.empty()) return;
  claim();
  m_dropped = counts.front();
  for (std::size_t i = 1; i + 2 < counts.size(); i += 3) m_bins.push_back({counts[i], counts[i + 1], counts[i + 2]});
}

std::size_t RocArea::mostBytes() {
  // Merging takes a copy of what was pending.
  return (kMostBins + 2 * kMostPending) * sizeof(Bin) + kMostPending * sizeof(std::uint64_t);
}

}  // namespace masu::metrics
