// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/manifest/lists/named_samples.h"
#include "core/metrics/figures/figures.h"
#include "core/store/splits/splits_file.h"

namespace masu::tasks {

struct SeenRequest {
  std::filesystem::path run;      ///< folder of a training run, or that of one of its models
  std::string sample;             ///< as manifest::samplesNamed() reads it
  std::filesystem::path dataset;  ///< where it is now; empty: where it was when the run began
  Resources resources;
};

/// A step that learned from a sample. Both count from 1, the step within its epoch.
struct SampleUse {
  int epoch = 0;
  std::uint64_t step = 0;
};

struct SeenSample {
  manifest::NamedSample named;
  store::Split split = store::Split::unused;
  bool weightless = false;      ///< its weight or that of its class is 0, so that its loss counts for nothing
  std::vector<SampleUse> uses;  ///< in order; under a balanced order any number an epoch
};

/// The progress of a model. Of the steps of SeenOutcome::samples it took the first `steps`, counted over all epochs.
struct ModelProgress {
  std::string model;
  double learningRate = metrics::kAbsent;  ///< where the run has the model at several
  int repeat = 0;                          ///< as metrics::RunSummary has it
  std::uint64_t steps = 0;                 ///< that it reported
};

struct SeenOutcome {
  std::string dataset;   ///< UUID
  std::string manifest;  ///< whose split the run learned from
  int epochsPlanned = 0;
  std::uint64_t stepsPerEpoch = 0;
  std::uint64_t stepsDone = 0;  ///< reported by the model that took most
  bool ended = false;           ///< else more steps may have been taken or may follow
  bool balanced = false;        ///< an epoch may have a sample any number of times, or never
  std::vector<ModelProgress> models;
  std::vector<SeenSample> samples;
};

/// In which steps of a run its models learned from a sample. The order of a run is a permutation with a key, which is
/// inverted: no epoch is walked through. Time: a pass over the manifest, and over the origins where a source is named.
/// Errors: not a run; another dataset than the run's, or one that has grown since; a split that was changed since; an
/// order that cannot be computed again; those of manifest::samplesNamed(); cancelled.
Result<SeenOutcome> seen(const SeenRequest& request, const JobContext& job);

}  // namespace masu::tasks
