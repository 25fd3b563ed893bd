// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/confident_learning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

namespace masu::tasks {

namespace {

/// A sum of probabilities that no order of them changes: of multiples of 2^-52, in two whole numbers that have room for
/// 2^37 samples. A probability above 2^-28 is one exactly, as an f32 has 24 digits.
class ExactSum {
 public:
  void add(float probability) {
    constexpr double kUnit = 0x1p52;
    const auto units = static_cast<std::uint64_t>(static_cast<double>(probability) * kUnit);
    m_high += units >> kLowBits;
    m_low += units & ((std::uint64_t{1} << kLowBits) - 1);
    ++m_count;
  }
  std::uint64_t count() const { return m_count; }
  /// Infinite without a summand.
  float mean() const {
    if (m_count == 0) return std::numeric_limits<float>::infinity();
    const long double sum = std::ldexp(static_cast<long double>(m_high), kLowBits) + static_cast<long double>(m_low);
    return static_cast<float>(std::ldexp(sum, -52) / static_cast<long double>(m_count));
  }

 private:
  static constexpr int kLowBits = 26;

  std::uint64_t m_high = 0;
  std::uint64_t m_low = 0;
  std::uint64_t m_count = 0;
};

/// The class that a sample is counted as.
std::optional<std::size_t> countedAs(std::span<const float> probabilities, const std::vector<float>& thresholds) {
  std::optional<std::size_t> best;
  for (std::size_t j = 0; j < probabilities.size(); ++j) {
    if (probabilities[j] < thresholds[j]) continue;
    if (!best || probabilities[j] > probabilities[*best]) best = j;
  }
  return best;
}

Suspect suspectOf(std::uint64_t sample, std::uint32_t label, std::size_t proposed,
                  std::span<const float> probabilities) {
  float other = 0;
  for (std::size_t j = 0; j < probabilities.size(); ++j) {
    if (j != label) other = std::max(other, probabilities[j]);
  }
  const float confidence = probabilities[label];
  return {sample, label, static_cast<std::uint32_t>(proposed), confidence, confidence - other};
}

void estimate(LabelErrors& found) {
  const std::size_t classes = found.classes;
  found.estimated.assign(classes * classes, 0);
  for (std::size_t i = 0; i < classes; ++i) {
    const auto row = std::span(found.joint).subspan(i * classes, classes);
    const auto counted = static_cast<double>(std::accumulate(row.begin(), row.end(), std::uint64_t{0}));
    const auto labelled = static_cast<double>(found.labelled[i]);
    if (counted == 0) found.estimated[i * classes + i] = labelled;
    for (std::size_t j = 0; j < classes && counted > 0; ++j)
      found.estimated[i * classes + j] = labelled * static_cast<double>(row[j]) / counted;
  }
}

}  // namespace

std::uint64_t LabelErrors::samples() const {
  return std::accumulate(labelled.begin(), labelled.end(), std::uint64_t{0});
}

double LabelErrors::noise() const {
  double wrong = 0;
  for (std::size_t k = 0; k < estimated.size(); ++k) wrong += k / classes == k % classes ? 0 : estimated[k];
  const std::uint64_t all = samples();
  return all == 0 ? 0 : wrong / static_cast<double>(all);
}

bool LabelErrors::hasLearned() const {
  return agreeing == samples() || agreeing > *std::ranges::max_element(labelled);
}

Result<LabelErrors> findLabelErrors(std::size_t classes, const ProbabilityPass& pass) {
  std::vector<ExactSum> confidences(classes);
  LabelErrors found;
  found.classes = classes;
  MASU_CHECK(pass([&](const ProbabilityBlock& block) -> Result<void> {
    for (std::size_t k = 0; k < block.samples.size(); ++k) {
      const std::uint32_t label = block.labels[k];
      const auto row = block.probabilities.subspan(k * classes, classes);
      confidences[label].add(row[label]);
      if (std::ranges::max_element(row) - row.begin() == static_cast<std::ptrdiff_t>(label)) ++found.agreeing;
    }
    return {};
  }));
  for (const ExactSum& sum : confidences) {
    found.labelled.push_back(sum.count());
    found.thresholds.push_back(sum.mean());
  }
  found.joint.assign(classes * classes, 0);
  MASU_CHECK(pass([&](const ProbabilityBlock& block) -> Result<void> {
    for (std::size_t k = 0; k < block.samples.size(); ++k) {
      const auto row = block.probabilities.subspan(k * classes, classes);
      const std::uint32_t label = block.labels[k];
      const std::optional<std::size_t> probable = countedAs(row, found.thresholds);
      if (!probable) continue;
      ++found.joint[label * classes + *probable];
      if (*probable != label) found.suspects.push_back(suspectOf(block.samples[k], label, *probable, row));
    }
    return {};
  }));
  estimate(found);
  std::ranges::sort(found.suspects, {},
                    [](const Suspect& one) { return std::tuple(one.margin, one.confidence, one.sample); });
  return found;
}

}  // namespace masu::tasks
