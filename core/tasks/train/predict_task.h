// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/metrics/predict_spec.h"

namespace masu::tasks {

struct PredictRequest {
  std::filesystem::path run;  ///< folder of a training run, or a checkpoint in it
  /// One dataset, or sources like those that the run's dataset was imported from, labelled or not: these are read the
  /// same way into a scratch folder first.
  std::vector<std::filesystem::path> sources;
  std::string manifest;           ///< of `split`; empty: the one that the run learned from, as it was then
  std::string split;              ///< of a dataset: train | validation | test; empty: every sample
  std::vector<std::string> keep;  ///< columns to be written beside the predictions
  bool probabilities = false;     ///< of each class, a column each
  /// Probability of the second of two classes from which on it is predicted; else the more probable one is.
  std::optional<double> threshold;
  bool runThreshold = false;  ///< instead: the threshold that the run chose for each model
  std::filesystem::path out;
  bool overwrite = false;
  std::uint64_t batch = 256;
  Resources resources;
};

/// Has masu-train predict with the run's models and write a row a record, in the order of the sources; see
/// train::predict. Errors: also those of shards::checkExportSources(), the survey and the import; `out` in
/// the folder of a run that is being trained.
Result<metrics::PredictSummary> predict(const PredictRequest& request, const JobContext& job);

}  // namespace masu::tasks
