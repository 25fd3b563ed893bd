// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/temperature_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/permutation.h"

namespace masu::train {

namespace {

using metrics::Temperature;

/// -log p with p clipped as metrics::Calibration does it.
double clippedLoss(double loss) {
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  return std::clamp(loss, -std::log1p(-kEpsilon), -std::log(kEpsilon));
}

}  // namespace

TemperatureFit::TemperatureFit(std::size_t classes, std::uint64_t samples, std::uint64_t bytes)
    : m_classes(std::max<std::size_t>(classes, 1)) {
  const std::uint64_t most = std::max<std::uint64_t>(bytes / (m_classes * sizeof(float)), 1);
  m_stride = samples > most ? (samples - 1) / most + 1 : 1;
  m_gaps.reserve(std::min(samples, most) * m_classes);
}

void TemperatureFit::add(std::span<const float> outputs, std::size_t truth) {
  // Not always the first of a block: where classes take turns in the split, that could be one class alone.
  const std::uint64_t number = m_added++;
  if (number % m_stride != mix64(number / m_stride) % m_stride) return;
  const auto gapOf = [&](float output) { return output - outputs[truth]; };
  if (!std::ranges::all_of(outputs, [&](float output) { return std::isfinite(gapOf(output)); })) return;
  for (const float output : outputs) {
    m_gaps.push_back(gapOf(output));
    m_anyAbove = m_anyAbove || output > outputs[truth];
  }
}

TemperatureFit::Loss TemperatureFit::at(double inverse) const {
  Loss total;
  for (std::size_t begin = 0; begin < m_gaps.size(); begin += m_classes) {
    const std::span gaps = std::span(m_gaps).subspan(begin, m_classes);
    // The largest exponent is taken out, so that none overflows.
    const double top = *std::ranges::max_element(gaps);
    double sum = 0;
    double mean = 0;
    double square = 0;
    for (const double gap : gaps) {
      const double weight = std::exp(inverse * (gap - top));
      sum += weight;
      mean += weight * gap;
      square += weight * gap * gap;
    }
    mean /= sum;
    total.value += clippedLoss(std::log(sum) + inverse * top);
    total.slope += mean;
    total.curvature += square / sum - mean * mean;
  }
  const auto samples = static_cast<double>(m_gaps.size() / m_classes);
  return {total.value / samples, total.slope / samples, total.curvature / samples};
}

/// Newton's method on the slope, which grows with the inverse; a step that leaves the bracket halves it instead.
double TemperatureFit::lowestInverse() const {
  double low = 1 / Temperature::kMost;
  double high = 1 / Temperature::kLeast;
  if (at(low).slope >= 0) return low;
  if (at(high).slope <= 0) return high;
  double inverse = 1;
  for (int step = 0; step < 100 && high - low > 1e-9 * high; ++step) {
    const Loss loss = at(inverse);
    (loss.slope > 0 ? high : low) = inverse;
    const double next = inverse - loss.slope / loss.curvature;
    // Of a curvature of 0 comes NaN, which is not within.
    const bool isWithin = next > low && next < high;
    if (isWithin && std::abs(next - inverse) <= 1e-9 * inverse) break;
    inverse = isWithin ? next : std::sqrt(low * high);
  }
  return inverse;
}

Temperature TemperatureFit::fit() const {
  Temperature found;
  found.samples = m_gaps.size() / m_classes;
  found.outOf = m_added;
  if (found.samples == 0) return found;
  found.before = at(1).value;
  if (!m_anyAbove) return found;
  const double inverse = lowestInverse();
  found.value = std::clamp(1 / inverse, Temperature::kLeast, Temperature::kMost);
  found.after = at(inverse).value;
  return found;
}

}  // namespace masu::train
