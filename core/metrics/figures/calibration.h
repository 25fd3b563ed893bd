// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace masu::metrics {

/// The samples whose predicted class has a probability within a range: one bar of a reliability plot.
struct ReliabilityBin {
  std::uint64_t samples = 0;
  double probability = 0;  ///< of the predicted class, in the mean; NaN without a sample
  double accuracy = 0;     ///< share of samples whose class was predicted; NaN without a sample
};

/// How good the probabilities are that a model gives to classes: their log loss and their expected calibration error.
/// Sums in bins of fixed number, so that memory stays below 1 KB for any number of samples and classes.
/// Invariant: samples in the same order give the same to the bit. Threads: one at a time, for all members.
class Calibration {
 public:
  static constexpr std::size_t kBins = 15;

  /// Of one sample: the probability of its true class, that of the predicted class, which is the largest, and whether
  /// the two classes are the same. NaN makes both figures absent.
  void add(double ofTruth, double top, bool right);

  /// The mean of -log p over the samples, where p is the probability of the true class, clipped to [e, 1 - e] with
  /// e = 2^-52, as scikit-learn 1.2's log_loss() does with doubles. kAbsent without a sample.
  double logLoss() const;
  /// Expected calibration error (Guo et al. 2017): samples are in kBins bins of equal width by the probability of the
  /// predicted class, bin k holding (k / kBins, (k + 1) / kBins]; of each bin the distance between its accuracy and its
  /// mean probability, weighted by the number of its samples. 0 is calibrated. kAbsent without a sample.
  double error() const;
  /// The bins of error(), kBins of them in their order; none without a sample.
  std::vector<ReliabilityBin> bins() const;

 private:
  struct Bin {
    double probability = 0;  ///< the sum over its samples
    std::uint64_t right = 0;
    std::uint64_t samples = 0;
  };

  std::array<Bin, kBins> m_bins{};
  double m_loss = 0;
  std::uint64_t m_samples = 0;
};

}  // namespace masu::metrics
