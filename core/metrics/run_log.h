// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"

namespace masu::metrics {

/// The state of one model of a training run so far.
struct RunSummary {
  std::string model;
  std::uint64_t parameters = 0;
  int epochsPlanned = 0;
  std::uint64_t stepsPerEpoch = 0;
  double learningRate = kAbsent;  ///< the largest of the schedule
  int repeat = 0;                 ///< from 1, see RunSpec::repeats; 0 where every model is trained once
  std::string confinement;        ///< what kept the model from files and networks; empty: nothing
  std::vector<EpochDone> epochs;
  StepDone lastStep;
  std::vector<StepDone> steps;  ///< from the first to near the last, thinned to kMostSteps at most
  std::string checkpoint;
  bool tested = false;  ///< it was trained to the end
  Figures test;
  Figures baseline;                      ///< as RunTested has it
  Figures ridge;                         ///< likewise
  Figures nearest;                       ///< likewise
  std::vector<ValuePoint> points;        ///< likewise
  std::optional<Temperature> temperature;  ///< likewise
  std::vector<ReliabilityBin> reliability;  ///< likewise
  std::vector<ThresholdPoint> thresholds;   ///< likewise
  std::optional<ChosenThreshold> threshold;  ///< likewise
  std::vector<std::uint64_t> confusion;  ///< of the last pass that reported one
  std::vector<WorstPrediction> worst;
  double seconds = 0;  ///< spent on training and evaluating this model alone; known once it was tested

  static constexpr std::size_t kMostSteps = 1024;

  /// As training decides: the first epoch with the lowest validation loss, whose weights best.pt has. Null where there
  /// is none, as without a validation split. Lifetime: that of `epochs`.
  const EpochDone* bestEpoch() const;
  /// The same model at another learning rate: their rates distinguish the two.
  bool isTwinOf(const RunSummary& other) const {
    // Neither where a rate is NaN, as in the logs of earlier versions.
    return model == other.model && (learningRate < other.learningRate || learningRate > other.learningRate);
  }
};

/// The events of one training run, folded into a summary per model; the only thing charts and reports read.
/// Threads: all members; snapshots are copies.
class RunLog {
 public:
  void add(const RunEvent& event);
  /// What is trained, once a recipe has chosen what was left to it; unset before, and where a run is resumed.
  void setSpec(RunSpec spec);
  std::optional<RunSpec> spec() const;
  std::vector<RunSummary> runs() const;
  /// Set when the worker reported its end.
  bool finished() const;
  Finished totals() const;

  /// Reads the `events.jsonl` that a run's directory keeps.
  static Result<std::vector<RunSummary>> read(const std::filesystem::path& file);

 private:
  /// Every stride-th step is kept, so that a run of a week is drawn from as many points as one of an hour.
  struct Thinning {
    std::uint64_t seen = 0;
    std::uint64_t stride = 1;
  };
  void keepStep(std::size_t run, const StepDone& step);

  mutable std::mutex m_mutex;
  std::optional<RunSpec> m_spec;
  std::vector<RunSummary> m_runs;
  std::vector<Thinning> m_thinning;  ///< beside m_runs
  Finished m_totals;
  bool m_finished = false;
};

}  // namespace masu::metrics
