// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint/decimate.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace masu::ui {

std::vector<QPointF> decimated(const std::vector<QPointF>& points, std::size_t limit) {
  std::vector<QPointF> kept;
  kept.reserve(points.size());
  std::copy_if(points.begin(), points.end(), std::back_inserter(kept), [](QPointF p) { return std::isfinite(p.y()); });
  if (kept.size() <= limit) return kept;

  std::vector<QPointF> out;
  out.reserve(limit);
  out.push_back(kept.front());
  const std::size_t spans = (limit - 2) / 2;
  const std::size_t inner = kept.size() - 2;
  for (std::size_t i = 0; i < spans; ++i) {
    const auto first = kept.begin() + 1 + static_cast<std::ptrdiff_t>(inner * i / spans);
    const auto last = kept.begin() + 1 + static_cast<std::ptrdiff_t>(inner * (i + 1) / spans);
    auto [low, high] = std::minmax_element(first, last, [](QPointF a, QPointF b) { return a.y() < b.y(); });
    if (low > high) std::swap(low, high);
    out.push_back(*low);
    if (high != low) out.push_back(*high);
  }
  out.push_back(kept.back());
  return out;
}

std::vector<QPointF> smoothed(const std::vector<QPointF>& points, double strength) {
  if (strength <= 0) return points;
  std::vector<QPointF> out;
  out.reserve(points.size());
  double mean = 0;
  double weight = 0;
  for (const QPointF& point : points) {
    if (!std::isfinite(point.y())) continue;
    mean = strength * mean + (1 - strength) * point.y();
    weight = strength * weight + (1 - strength);
    out.emplace_back(point.x(), mean / weight);
  }
  return out;
}

std::vector<double> logTicks(double low, double high, int limit) {
  high = std::min(high, std::numeric_limits<double>::max());
  if (!(low > 0) || !(high > low)) return {};
  std::vector<double> ticks;
  const auto collect = [&](std::initializer_list<double> factors) {
    ticks.clear();
    for (int decade = int(std::floor(std::log10(low))); std::pow(10.0, decade) <= high; ++decade) {
      for (const double factor : factors) {
        const double value = factor * std::pow(10.0, decade);
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) ticks.push_back(value);
      }
    }
  };
  collect({1, 2, 5});
  if (int(ticks.size()) > limit) collect({1});
  if (int(ticks.size()) < 2) ticks = roundTicks(low, high, limit);
  return ticks;
}

}  // namespace masu::ui
