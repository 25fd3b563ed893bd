// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace masu::tasks {

/// Some samples with the probabilities that a model which did not learn from them gives to the classes.
struct ProbabilityBlock {
  std::span<const std::uint64_t> samples;
  std::span<const std::uint32_t> labels;  ///< the class that each is labelled with, below the number of classes
  std::span<const float> probabilities;   ///< row-major [samples × classes], from 0 to 1, never NaN
};
using TakeProbabilities = std::function<Result<void>(const ProbabilityBlock&)>;
/// A pass over all samples, each of which is in one block. Returns the first error of what it calls.
using ProbabilityPass = std::function<Result<void>(const TakeProbabilities&)>;

/// A sample whose label is probably wrong.
struct Suspect {
  std::uint64_t sample = 0;
  std::uint32_t label = 0;
  std::uint32_t proposed = 0;  ///< the class that it was counted as, never `label`
  float confidence = 0;        ///< the self-confidence, p[label]
  float margin = 0;            ///< the normalised margin, p[label] − max p[j] over the classes j ≠ label
};

/// What confident learning finds; matrices are row-major [classes × classes], rows given, columns probable classes.
struct LabelErrors {
  std::size_t classes = 0;
  std::vector<std::uint64_t> labelled;  ///< n[i]: samples labelled with each class
  std::vector<float> thresholds;        ///< t[i]; infinite for a class without a sample, which is reached by none
  std::vector<std::uint64_t> joint;     ///< C[i][j], the confident joint
  /// E[i][j], the calibrated confident joint as numbers of samples: how many of those labelled i are really j.
  std::vector<double> estimated;
  std::vector<Suspect> suspects;  ///< the most suspicious first
  /// Samples whose label is the class of largest probability, the first of equal ones.
  std::uint64_t agreeing = 0;

  std::uint64_t samples() const;
  /// The estimated share of samples whose label is wrong; 0 without a sample.
  double noise() const;
  /// Whether the probabilities agree with all labels, or with more of them than one class for all samples would.
  bool hasLearned() const;
};

/// Finds label errors by confident learning (Northcutt, Jiang and Chuang 2021, "Confident Learning: Estimating
/// Uncertainty in Dataset Labels", Journal of Artificial Intelligence Research 70, 1373–1411), where x is a sample,
/// y(x) its label and p its probabilities:
///
///   t[i]    = mean of p[i] over the samples with y(x) = i                                    (their equation 2)
///   c(x)    = argmax p[j] over the classes j with p[j] ≥ t[j], the first of equal ones; undefined where there is none
///   C[i][j] = number of samples with y(x) = i and c(x) = j                                   (equation 1)
///   E[i][j] = n[i] × C[i][j] / Σ C[i][·], and n[i] at j = i alone where that sum is 0        (equation 3, times Σ n)
///
/// Suspects are the samples that are counted off the diagonal of C (section 3.2, "confident joint off-diagonals"), with
/// c(x) as the proposed class, by ascending margin, then self-confidence, then number (section 3.2, rank and prune).
///
/// Two calls of `pass`. Memory: 16 bytes for each pair of classes, and sizeof(Suspect), which is 24 bytes, for each
/// suspect. Pure: the same samples give the same to the bit, whatever the blocks are and in whatever order, since
/// self-confidences are added up as whole numbers. Thresholds are rounded to f32, as probabilities are.
/// Requires: classes > 0. Errors: those of `pass`.
Result<LabelErrors> findLabelErrors(std::size_t classes, const ProbabilityPass& pass);

}  // namespace masu::tasks
