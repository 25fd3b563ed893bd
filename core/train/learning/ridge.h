// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace masu::train {

/// output = bias + weights · ((input - mean) × scale)
struct RidgeFit {
  std::vector<double> mean;     ///< [inputs]
  std::vector<double> scale;    ///< [inputs] one over the deviation; 0 of an input that does not vary
  std::vector<double> weights;  ///< [outputs × inputs]
  std::vector<double> bias;     ///< [outputs]
  double penalty = 0;           ///< the one of those tried with the least error
  double error = 0;             ///< mean square that generalized cross-validation expects of new samples
};

/// Ridge regression of samples that are seen once, in any number of parts: they are added up, and the sums are solved.
/// Invariant: (inputs + outputs + 1)² numbers at most, however many samples. Threads: one at a time.
class RidgeSums {
 public:
  RidgeSums(std::size_t inputs, std::size_t outputs);

  /// [samples × inputs], [samples × outputs], [samples]. A sample of weight 0 does not count.
  void add(std::span<const float> inputs, std::span<const float> outputs, std::span<const float> weights);

  /// Inputs are standardised, the bias is not penalised, and the penalty is chosen for all outputs together.
  /// `samples`: how many different ones there are at most, since one that is seen again adds no evidence.
  /// All zeros where nothing was added. Throws what LibTorch throws.
  RidgeFit fit(double samples) const;

  /// All there is to it, so that it can be kept.
  std::span<const double> numbers() const { return m_numbers; }
  std::span<double> numbers() { return m_numbers; }

 private:
  struct Places;  ///< of the sums in m_numbers, as tensors

  std::size_t m_inputs;
  std::size_t m_outputs;
  std::vector<double> m_numbers;
};

}  // namespace masu::train
