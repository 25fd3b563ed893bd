// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/ranking.h"

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

/// The margin of a key, as an f32. Where bits were dropped, the bin of an infinite margin reaches beyond it, to what
/// would be NaN.
double marginOf(std::uint32_t key) {
  constexpr std::uint32_t kSign = std::uint32_t{1} << 31U;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::uint32_t known = std::clamp(key, keyOf(-kInfinity), keyOf(kInfinity));
  return std::bit_cast<float>((known & kSign) != 0 ? known & ~kSign : ~known);
}

double probabilityOf(std::uint32_t key, double temperature) {
  return 1 / (1 + std::exp(-marginOf(key) / temperature));
}

/// The number with the fewest decimals above `low` and up to `high`.
double shortestWithin(double low, double high) {
  constexpr int kMostDecimals = 17;
  // Not at the ends, where another way of computing a probability may be on the other side.
  const double top = high - (high - low) / 8;
  const double bottom = low + (high - low) / 8;
  double scale = 1;
  for (int decimals = 0; decimals <= kMostDecimals; ++decimals, scale *= 10) {
    const double value = std::floor(top * scale) / scale;
    if (value > bottom && value <= high) return value;
  }
  return high;
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

/// The sum of the precisions at each of `count` hits in a row, after so many hits and false alarms: that of
/// (hits + k) / (hits + k + alarms), by the integral over k.
double precisionsOf(double count, double hits, double alarms) {
  return count - alarms * std::log((hits + alarms + count + 0.5) / (hits + alarms + 0.5));
}

}  // namespace

bool areCurve(std::span<const ThresholdPoint> points) {
  const auto isProbability = [](const ThresholdPoint& one) { return one.probability >= 0 && one.probability <= 1; };
  const auto turns = [](const ThresholdPoint& one, const ThresholdPoint& next) {
    return next.truePositives < one.truePositives || next.falsePositives < one.falsePositives ||
           next.probability > one.probability;
  };
  return !points.empty() && std::ranges::all_of(points, isProbability) &&
         points.front().truePositives + points.front().falsePositives > 0 && points.back().truePositives > 0 &&
         points.back().falsePositives > 0 && std::ranges::adjacent_find(points, turns) == points.end();
}

ThresholdRates ratesOf(const ThresholdPoint& point, const ThresholdPoint& all) {
  const auto hits = static_cast<double>(point.truePositives);
  const auto alarms = static_cast<double>(point.falsePositives);
  return {hits / (hits + alarms), hits / static_cast<double>(all.truePositives),
          alarms / static_cast<double>(all.falsePositives)};
}

void Ranking::add(double margin, bool second) {
  if (std::isnan(margin)) return;
  if (m_pending.capacity() == 0) claim();
  m_pending.push_back(std::uint64_t{keyOf(margin)} << 1U | (second ? 1U : 0U));
  if (m_pending.size() == kMostPending) settle();
}

/// Written to, and so of the process, at once: a run takes from its first batch on what was estimated for it.
void Ranking::claim() {
  m_pending.resize(kMostPending);
  m_pending.clear();
  const std::size_t bins = m_bins.size();  // which a copy may have, but not the room
  m_bins.resize(std::max(bins, kMostBins + kMostPending));
  m_bins.resize(bins);
}

/// Makes one of neighbours with the same key.
void Ranking::unite() const {
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
void Ranking::settle() const {
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

/// Those with the highest margin first. Takes no memory, which nobody estimated.
template <class Visit>
void Ranking::forEachTie(const Visit& visit) const {
  settle();
  for (auto at = m_bins.rbegin(); at != m_bins.rend();) {
    Tie tie{at->key};
    for (; at != m_bins.rend() && at->key == tie.key; ++at) {
      tie.first += at->first;
      tie.second += at->second;
    }
    visit(tie);
  }
}

/// What is predicted where every sample is.
ThresholdPoint Ranking::total() const {
  ThresholdPoint all;
  forEachTie([&](const Tie& tie) {
    all.truePositives += tie.second;
    all.falsePositives += tie.first;
  });
  return all;
}

double Ranking::rocArea() const {
  double above = 0;
  double below = 0;
  double pairs = 0;
  double tied = 0;
  forEachTie([&](const Tie& tie) {
    const auto first = static_cast<double>(tie.first);
    const auto second = static_cast<double>(tie.second);
    pairs += above * first;
    tied += second * first;
    below += first;
    above += second;
  });
  if (below == 0 || above == 0) return kAbsent;
  const double every = below * above;
  // A tie counts for a half; where bits were dropped, what it stands for may be anything from none to one.
  return certainDigits((pairs + tied / 2) / every, m_dropped > 0 ? tied / 2 / every : 0);
}

double Ranking::averagePrecision() const {
  double hits = 0;
  double alarms = 0;
  double sum = 0;
  double error = 0;
  forEachTie([&](const Tie& tie) {
    const auto first = static_cast<double>(tie.first);
    const auto second = static_cast<double>(tie.second);
    const double share = second * (hits + second) / (hits + second + alarms + first);
    if (m_dropped > 0 && first > 0 && second > 0) {
      const double least = precisionsOf(second, hits, alarms + first);
      error += std::max(share - least, precisionsOf(second, hits, alarms) - share);
    }
    sum += share;
    hits += second;
    alarms += first;
  });
  return hits == 0 ? kAbsent : certainDigits(sum / hits, error / hits);
}

std::vector<ThresholdPoint> Ranking::thresholds(double temperature, std::size_t most) const {
  const ThresholdPoint all = total();
  if (all.truePositives == 0 || all.falsePositives == 0) return {};
  std::size_t count = 0;
  forEachTie([&](const Tie&) { ++count; });
  const auto isFar = [&](std::uint64_t now, std::uint64_t kept, std::uint64_t every) {
    return static_cast<double>(now - kept) * static_cast<double>(most) > 2 * static_cast<double>(every);
  };
  std::vector<ThresholdPoint> points;
  ThresholdPoint at;
  ThresholdPoint kept;
  std::size_t number = 0;
  forEachTie([&](const Tie& tie) {
    at.probability = probabilityOf(tie.key << m_dropped, temperature);
    at.truePositives += tie.second;
    at.falsePositives += tie.first;
    const bool stays = count <= most || ++number == count ||
                       isFar(at.truePositives, kept.truePositives, all.truePositives) ||
                       isFar(at.falsePositives, kept.falsePositives, all.falsePositives);
    if (!stays) return;
    points.push_back(at);
    kept = at;
  });
  return points;
}

std::optional<BestThreshold> Ranking::bestThreshold(double temperature) const {
  const ThresholdPoint all = total();
  if (all.truePositives == 0 || all.falsePositives == 0) return std::nullopt;
  const auto positives = static_cast<double>(all.truePositives);
  double hits = 0;
  double alarms = 0;
  double at = kAbsent;  // the lowest probability so far
  double largest = -1;
  double high = 0;
  double low = 0;
  // A threshold above `next` and up to the lowest probability so far.
  const auto consider = [&](double next) {
    const double f1 = 2 * hits / (hits + alarms + positives);
    if (f1 <= largest) return;
    largest = f1;
    high = at;
    low = next;
  };
  forEachTie([&](const Tie& tie) {
    const double highest = probabilityOf(((tie.key + 1) << m_dropped) - 1, temperature);
    // Far from 0, different margins have the same probability, which no threshold distinguishes.
    if (highest < at) consider(highest);
    hits += static_cast<double>(tie.second);
    alarms += static_cast<double>(tie.first);
    at = probabilityOf(tie.key << m_dropped, temperature);
  });
  consider(0);
  return BestThreshold{shortestWithin(low, high), largest};
}

std::vector<std::uint64_t> Ranking::confusionAt(double probability, double temperature) const {
  std::vector<std::uint64_t> confusion(4);
  forEachTie([&](const Tie& tie) {
    const std::size_t predicted = probabilityOf(tie.key << m_dropped, temperature) >= probability ? 1 : 0;
    confusion[predicted] += tie.first;
    confusion[2 + predicted] += tie.second;
  });
  return confusion;
}

std::vector<std::uint32_t> Ranking::counts() const {
  settle();
  std::vector<std::uint32_t> counts;
  if (m_bins.empty()) return counts;
  counts.reserve(1 + 3 * m_bins.size());
  counts.push_back(m_dropped);
  for (const Bin& bin : m_bins) counts.insert(counts.end(), {bin.key, bin.first, bin.second});
  return counts;
}

void Ranking::setCounts(const std::vector<std::uint32_t>& counts) {
  *this = {};
  if (counts.empty()) return;
  claim();
  m_dropped = counts.front();
  for (std::size_t i = 1; i + 2 < counts.size(); i += 3) m_bins.push_back({counts[i], counts[i + 1], counts[i + 2]});
}

std::size_t Ranking::mostBytes() {
  // Merging takes a copy of what was pending.
  return (kMostBins + 2 * kMostPending) * sizeof(Bin) + kMostPending * sizeof(std::uint64_t);
}

}  // namespace masu::metrics
