// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace masu::metrics {

/// What predicting the second class gives where its probability is at least this.
struct ThresholdPoint {
  double probability = 0;
  std::uint64_t truePositives = 0;   ///< samples of the second class that are predicted as it
  std::uint64_t falsePositives = 0;  ///< samples of the first class that are
};

/// What is counted of a point, as shares.
struct ThresholdRates {
  double precision = 0;
  double recall = 0;
  double falsePositiveRate = 0;
};
/// `all`: the last point of its curve. Requires: areCurve().
ThresholdRates ratesOf(const ThresholdPoint& point, const ThresholdPoint& all);

/// The probability from which on the second class is predicted with the largest F1, that F1 of it.
struct BestThreshold {
  double probability = 0;
  double f1 = 0;
};

/// Whether points of a file can be what Ranking::thresholds() gives: probabilities fall and counts grow, from something
/// to samples of both classes.
bool areCurve(std::span<const ThresholdPoint> points);

/// How a model ranks samples of two classes by how sure it is of the second, the positive one: the areas under the ROC
/// curve and the precision-recall curve, and both curves.
/// Exact while at most kMostBins different margins occur. Beyond that margins are compared by as many of their leading
/// bits as that many bins hold, the same bits for all, so that memory stays at 3 MB however many samples there are;
/// those that share a bin tie, and the areas have only the digits that these ties leave certain.
/// Invariant: any order of the same margins gives the same. Threads: one at a time, for all members.
class Ranking {
 public:
  static constexpr std::size_t kMostBins = std::size_t{1} << 17U;

  /// `margin` grows with how sure the model is of the second class, and counts as an f32; NaN is left out.
  void add(double margin, bool second);
  /// How likely a sample of the second class is ranked above one of the first; equal margins count for a half. kAbsent
  /// unless both classes occurred.
  double rocArea() const;
  /// The mean precision over the samples of the second class, each at the threshold that just includes it, as
  /// scikit-learn's average_precision_score() has it. kAbsent without a sample of the second class.
  double averagePrecision() const;
  /// The ROC and the precision-recall curve, from the highest threshold down to one that includes every sample: at most
  /// most + 1 points. Where there are more, one is left out if its recall and its false positive rate are within
  /// 2 / most of those of the last that stayed. A margin is the difference of two logits: its probability is that of
  /// the softmax at `temperature`. Requires: most > 0. Empty unless both classes occurred.
  std::vector<ThresholdPoint> thresholds(double temperature, std::size_t most) const;

  /// Of several thresholds with the largest F1 the highest; written with as few digits as distinguish it from the
  /// probabilities next to it. Margins whose probabilities round to one number are on one side of it.
  /// `temperature`: as for thresholds(). Nothing unless both classes occurred.
  std::optional<BestThreshold> bestThreshold(double temperature) const;

  /// What predicting the second class from a probability on gives: the confusion matrix of two classes, row-major, rows
  /// true, columns predicted. `temperature`: as for thresholds(). Exact while margins have bins of their own; beyond
  /// that the samples of the one bin in which the probability may be are all on one side, by the lowest margin of the
  /// bin. bestThreshold() is never within a bin. Margins that are NaN are left out: such outputs are not a prediction.
  std::vector<std::uint64_t> confusionAt(double probability, double temperature) const;

  /// What was added, for a checkpoint that a run is resumed from; empty while nothing was.
  std::vector<std::uint32_t> counts() const;
  /// Restores what counts() returned.
  void setCounts(const std::vector<std::uint32_t>& counts);
  /// What add() takes of memory, from the first margin on.
  static std::size_t mostBytes();

 private:
  /// Samples whose margins share the bits that are kept. A count that is full is continued in a second bin of the key.
  struct Bin {
    std::uint32_t key = 0;  ///< orders bins as their margins
    std::uint32_t first = 0;
    std::uint32_t second = 0;
  };

  /// Samples of one margin, or of several that share a bin.
  struct Tie {
    std::uint32_t key = 0;
    std::uint64_t first = 0;
    std::uint64_t second = 0;
  };

  void claim();
  void unite() const;
  void settle() const;
  template <class Visit>
  void forEachTie(const Visit& visit) const;
  ThresholdPoint total() const;

  // Whoever asks for a result has what is pending sorted in first, which changes no result.
  mutable std::vector<Bin> m_bins;               ///< with ascending keys
  mutable std::uint32_t m_dropped = 0;           ///< how many of the last bits of a key
  mutable std::vector<std::uint64_t> m_pending;  ///< in no bin yet: the whole key, and in the last bit the class
};

}  // namespace masu::metrics
