// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/figures/calibration.h"
#include "core/metrics/figures/chosen_threshold.h"
#include "core/metrics/figures/figures.h"
#include "core/metrics/figures/ranking.h"
#include "core/metrics/figures/temperature.h"
#include "core/metrics/figures/value_points.h"

namespace masu::metrics {

/// What masu-train reports on stdout: one event a line, as JSON. `run` numbers the models of one stream from 0.
struct RunStarted {
  int run = 0;
  std::string model;
  std::uint64_t parameters = 0;
  int epochs = 0;
  std::uint64_t stepsPerEpoch = 0;
  double learningRate = kAbsent;  ///< the largest of the schedule
  /// What keeps the model from files and networks, as "Landlock 7, seccomp"; empty: nothing.
  std::string confinement = {};
  /// On which each process began to train it, by rank, as "cpu" or "cuda:1"; empty in the logs of earlier versions.
  std::vector<std::string> devices = {};
  int repeat = 0;  ///< from 1, see RunSpec::repeats; 0 where every model is trained once
};
struct StepDone {
  int run = 0;
  int epoch = 0;  ///< from 1
  std::uint64_t step = 0;
  double loss = 0;
  double samplesPerSecond = 0;
  double starvedFraction = 0;
  std::uint64_t batchesReady = 0;
  std::uint64_t queueCapacity = 0;
  std::uint64_t memoryBytes = 0;  ///< resident now
  double learningRate = kAbsent;  ///< of the step
};
struct EpochDone {
  int run = 0;
  int epoch = 0;       ///< from 1
  Figures train;       ///< of the predictions made while it learned
  Figures validation;  ///< all absent without a validation split
  double seconds = 0;
  /// Of validation, as in RunTested; empty for values, and above kMostClassesEachEpoch classes.
  std::vector<std::uint64_t> confusion;
};
/// A confusion matrix of more classes than this is reported once, at the end of a run.
inline constexpr std::size_t kMostClassesEachEpoch = 32;

struct CheckpointWritten {
  int run = 0;
  int epoch = 0;
  std::string path;
};
/// How many points of the curves of two classes are reported, but for one.
inline constexpr std::size_t kMostThresholds = 200;

/// A sample that the model predicted badly.
struct WorstPrediction {
  std::uint64_t sample = 0;  ///< its number in the dataset
  double loss = 0;
  double truth = 0;       ///< class code, or the value
  double prediction = 0;  ///< as `truth`
};
struct RunTested {
  int run = 0;
  Figures test;  ///< all absent without a test split
  /// Row-major [classes × classes], rows true, columns predicted; of the test split, else of validation.
  std::vector<std::uint64_t> confusion;
  std::string checkpoint;
  std::vector<WorstPrediction> worst;  ///< largest loss first, of the same split
  double seconds = 0;                  ///< spent on training and evaluating this model alone, within the run's
  /// Of the test split, what predicting without the features gives: the accuracy of the largest class of train, or the
  /// RMSE and R² of its mean. All absent without a test split, and in the logs of earlier versions.
  Figures baseline = {};
  /// That of log loss and ECE of `test`; unset without RunSpec::calibrate.
  std::optional<Temperature> temperature = {};
  /// Calibration::bins() of the samples of `confusion`; empty for values, and in the logs of earlier versions.
  std::vector<ReliabilityBin> reliability = {};
  /// Ranking::thresholds() of the same samples, at `temperature`; empty unless both of two classes are among them, and
  /// in the logs of earlier versions.
  std::vector<ThresholdPoint> thresholds = {};
  /// Of two classes that are both in the validation split; unset in the logs of earlier versions.
  std::optional<ChosenThreshold> threshold = {};
  /// What a ridge regression on the same features gives on the test split: its figures of predictions, not of
  /// probabilities. All absent where `baseline` is, and where it would have taken long.
  Figures ridge = {};
  Figures nearest = {};  ///< likewise of the nearest sample of train
  /// Of the split of `worst`, for the first value of each sample, as ValuePoints has them; empty for classes, and in
  /// the logs of earlier versions.
  std::vector<ValuePoint> points = {};
};
struct Finished {
  double starvedFraction = 0;
  std::uint64_t peakMemoryBytes = 0;
  double loaderSeconds = 0;  ///< processor time of the streams, which all models shared
  double seconds = 0;        ///< without pauses; both since the run was last resumed
};
struct Failed {
  Error error;
};

using RunEvent = std::variant<RunStarted, StepDone, EpochDone, CheckpointWritten, RunTested, Finished, Failed>;

/// One line of JSON without the newline.
std::string toJsonLine(const RunEvent& event);
/// Errors: a line that is not an event of this version.
Result<RunEvent> eventFromJsonLine(std::string_view line);

}  // namespace masu::metrics
