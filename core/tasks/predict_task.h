#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/metrics/predict_spec.h"

namespace masu::tasks {

struct PredictRequest {
  std::filesystem::path run;  ///< folder of a training run, or a checkpoint in it
  /// One dataset, or sources like those that the run's dataset was imported from: these are imported the same way into
  /// a scratch folder first, labels included.
  std::vector<std::filesystem::path> sources;
  std::string manifest = "default";
  std::string split;  ///< train | validation | test; empty: every sample
  std::filesystem::path out;
  bool overwrite = false;
  std::uint64_t batch = 256;
  Resources resources;
};

/// Has masu-train score the samples with the run's best model; see train::predict. Errors: also those of the import.
Result<metrics::PredictSummary> predict(const PredictRequest& request, const JobContext& job);

}  // namespace masu::tasks
