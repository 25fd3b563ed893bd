// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/store/read/dataset.h"
#include "core/tasks/suspects/probability_file.h"

namespace masu::tasks {

/// A model that was trained on a dataset.
struct TrainedModel {
  std::filesystem::path run;     ///< folder of the run
  std::filesystem::path folder;  ///< that of the model: in the run's, or the same
  std::string manifest;          ///< that now has the split which it learned from
  bool stoppedEarly = false;     ///< validation decided how long it learned
};

/// The model of a run in a folder, or the one that has the folder. Errors: it is neither; a run of several models; one
/// that is being trained; another dataset than the run's, or one that has changed since; a split that was changed.
Result<TrainedModel> trainedModel(const store::Dataset& dataset, const std::filesystem::path& run);

struct GatheredPredictions {
  std::uint64_t predicted = 0;   ///< labelled samples with a prediction
  std::uint64_t unlabelled = 0;  ///< samples with a prediction and without a label: left out
  std::uint64_t missing = 0;     ///< samples without a prediction
  std::vector<std::uint64_t> firstMissing;
  std::vector<Message> notes;

  static constexpr std::size_t kMostNamed = 20;
};

/// Has the models predict those samples that their weights do not depend on, and adds a prediction of each labelled
/// sample to `into`. Of a model that is the samples of its test split, by its best checkpoint, and those of its
/// validation split, by its last one, which validation had no part in choosing unless the run stopped early. Where
/// several models may predict a sample, one with it in its test split does, and of these the first.
/// `scratch`: a folder for what is read at once. Memory: a bit a sample, and an assignment (a byte a sample).
/// Requires: labels that are classes. Errors: those of predict(); cancelled.
Result<GatheredPredictions> gatherPredictions(const store::Dataset& dataset, const std::vector<TrainedModel>& models,
                                              const std::filesystem::path& scratch, const Resources& resources,
                                              ProbabilityFile& into, const JobContext& job);

}  // namespace masu::tasks
