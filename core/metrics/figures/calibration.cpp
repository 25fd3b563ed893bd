// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/metrics/figures/figures.h"

namespace masu::metrics {

namespace {

/// NaN, which belongs to none, goes into the first, whose sum it makes NaN.
std::size_t binOf(double probability) {
  const double place = std::ceil(probability * Calibration::kBins) - 1;
  if (!(place > 0)) return 0;
  return static_cast<std::size_t>(std::min(place, double{Calibration::kBins - 1}));
}

}  // namespace

void Calibration::add(double ofTruth, double top, bool right) {
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  m_loss -= std::log(std::clamp(ofTruth, kEpsilon, 1 - kEpsilon));
  Bin& bin = m_bins[binOf(top)];
  bin.probability += top;
  bin.right += right ? 1 : 0;
  ++bin.samples;
  ++m_samples;
}

double Calibration::logLoss() const {
  return m_samples > 0 ? m_loss / static_cast<double>(m_samples) : kAbsent;
}

double Calibration::error() const {
  if (m_samples == 0) return kAbsent;
  double distance = 0;
  for (const Bin& bin : m_bins) distance += std::abs(bin.probability - static_cast<double>(bin.right));
  return distance / static_cast<double>(m_samples);
}

std::vector<ReliabilityBin> Calibration::bins() const {
  std::vector<ReliabilityBin> bins;
  if (m_samples == 0) return bins;
  for (const Bin& bin : m_bins) {
    const auto samples = static_cast<double>(bin.samples);
    bins.push_back({bin.samples, bin.samples > 0 ? bin.probability / samples : kAbsent,
                    bin.samples > 0 ? static_cast<double>(bin.right) / samples : kAbsent});
  }
  return bins;
}

}  // namespace masu::metrics
