// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "core/metrics/figures/calibration.h"
#include "core/metrics/figures/ranking.h"
#include "core/metrics/figures/value_points.h"
#include "core/metrics/run_event.h"

namespace masu::train {

/// What a model's predictions of some samples add up to.
/// Invariant: sums only, so batches of any size give the same figures.
class Score {
 public:
  /// What predictions of values add up to, an output. Source of the variance: Welford 1962.
  struct Values {
    double absolute = 0;
    double squared = 0;
    double mean = 0;     ///< of the truth
    double squares = 0;  ///< of the truth around its mean
    double count = 0;
  };
  /// All there is to it, so that a run can be resumed in the middle of an epoch.
  struct Sums {
    std::uint64_t classes = 0;
    std::vector<std::uint64_t> confusion;
    std::vector<Values> values;
    double loss = 0;
    double weight = 0;
    std::uint64_t samples = 0;
    std::uint64_t correct = 0;
    std::vector<std::uint32_t> ranks;  ///< Ranking::counts()
  };

  Score() = default;
  /// One of the two is 0: a sample has a class, or values.
  Score(std::size_t classes, std::size_t values);
  explicit Score(Sums sums);

  /// `loss` is the mean over samples that weigh `weight` together.
  void addLoss(double loss, double weight, std::uint64_t samples);
  /// Requires: both below the number of classes.
  void addPrediction(std::int64_t truth, std::int64_t predicted);
  /// For two classes: how much more the second one is believed.
  void addMargin(double margin, bool second);
  /// Of a sample that is only evaluated: see metrics::Calibration::add(). Not part of sums().
  void addProbabilities(double ofTruth, double top, bool right);
  void addValue(std::size_t output, double truth, double prediction);
  /// Keeps so many of the worst predictions that are added from here on; of values, also some of all.
  void keepWorst(std::size_t count) { m_worstKept = count; }
  void addWorst(const metrics::WorstPrediction& prediction);

  /// From here on what is added is only noted, for the score of a whole of which this is a part: sums of values depend
  /// on the order in which samples come.
  void noteOnly() { m_isNoting = true; }
  /// What was noted since the last call.
  std::string takeNotes() { return std::exchange(m_notes, {}); }
  /// Adds what another one noted. False where that is something else, or of other classes and outputs.
  bool addNotes(std::string_view notes);

  std::uint64_t samples() const { return m_sums.samples; }
  double lastLoss() const { return m_lastLoss; }
  double loss() const;
  double accuracy() const;
  metrics::Figures figures() const;
  /// Of the samples of addProbabilities().
  std::vector<metrics::ReliabilityBin> reliability() const { return m_calibration.bins(); }
  /// Of two classes, at the temperature that their probabilities are computed with: see metrics::Ranking.
  std::vector<metrics::ThresholdPoint> thresholds(double temperature) const;
  /// Of two classes, see metrics::Ranking. `temperature`: as for thresholds(); 1 where margins are of outputs that were
  /// divided by it already.
  std::optional<metrics::BestThreshold> bestThreshold(double temperature = 1) const {
    return m_ranking.bestThreshold(temperature);
  }
  /// As above. Unlike confusion(), it leaves out samples whose outputs are NaN, as predictions do.
  std::vector<std::uint64_t> confusionAt(double probability, double temperature = 1) const {
    return m_ranking.confusionAt(probability, temperature);
  }
  /// Row-major [classes × classes], rows true, columns predicted.
  const std::vector<std::uint64_t>& confusion() const { return m_sums.confusion; }
  /// Largest loss first.
  std::vector<metrics::WorstPrediction> worst() const;
  /// Of the same calls of addWorst(), for values.
  std::vector<metrics::ValuePoint> points() const { return m_points.points(); }
  Sums sums() const;
  /// What the sums take at most, however many samples there are: 8 bytes a cell of the confusion matrix, which is exact
  /// (320 KB for 200 classes), and three megabytes for the ranking of two classes.
  Bytes bytes() const;

 private:
  /// One call of those above.
  struct Note {
    enum class Of : std::uint64_t { loss, prediction, margin, probabilities, value, worst };
    Of of = Of::loss;
    std::uint64_t number = 0;  ///< samples, predicted class, whether it is so, output, sample
    double first = 0;
    double second = 0;
    double third = 0;
  };
  void keep(const Note& one);
  bool add(const Note& one);

  Sums m_sums;
  metrics::Ranking m_ranking;
  metrics::Calibration m_calibration;
  double m_lastLoss = metrics::kAbsent;
  std::size_t m_worstKept = 0;
  std::vector<metrics::WorstPrediction> m_worst;  ///< a heap, the least bad on top
  metrics::ValuePoints m_points;
  bool m_isNoting = false;
  std::string m_notes;
};

}  // namespace masu::train
