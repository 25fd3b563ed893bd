#pragma once

#include <cstdint>
#include <vector>

#include "core/metrics/run_event.h"

namespace masu::train {

/// What a model's answers to some samples add up to.
/// Invariant: sums only, so batches of any size give the same means.
class Score {
 public:
  /// `classes` is 0 for value targets, which have no accuracy.
  explicit Score(std::size_t classes = 0) : m_classes(classes), m_confusion(classes * classes) {}

  /// `loss` is the mean over samples that weigh `weight` together.
  void addLoss(double loss, double weight, std::uint64_t samples) {
    m_lossSum += loss * weight;
    m_weight += weight;
    m_samples += samples;
    m_lastLoss = loss;
  }
  /// Requires: both below the number of classes.
  void addAnswer(std::int64_t truth, std::int64_t predicted) {
    ++m_confusion[static_cast<std::size_t>(truth) * m_classes + static_cast<std::size_t>(predicted)];
    m_correct += truth == predicted ? 1 : 0;
  }

  std::uint64_t samples() const { return m_samples; }
  double lastLoss() const { return m_lastLoss; }
  double loss() const { return m_weight > 0 ? m_lossSum / m_weight : metrics::kAbsent; }
  double accuracy() const {
    if (m_classes == 0 || m_samples == 0) return metrics::kAbsent;
    return static_cast<double>(m_correct) / static_cast<double>(m_samples);
  }
  /// Row-major [classes × classes], rows true, columns predicted.
  const std::vector<std::uint64_t>& confusion() const { return m_confusion; }

 private:
  std::size_t m_classes;
  std::vector<std::uint64_t> m_confusion;
  double m_lossSum = 0;
  double m_weight = 0;
  double m_lastLoss = metrics::kAbsent;
  std::uint64_t m_samples = 0;
  std::uint64_t m_correct = 0;
};

}  // namespace masu::train
