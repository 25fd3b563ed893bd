// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/metrics/repeats.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_spec.h"
#include "core/store/splits/splits_file.h"
#include "core/tasks/train/train_task.h"

namespace masu::tasks {

/// In the folder of a cross-validation: what it was asked to do, as the spec of a run whose manifest is NAME, with
/// what the data chose. The run of fold 1 is in the folder fold-1, and so on.
inline constexpr const char* kCrossValidationName = "cross_validation.json";

struct TrainedFold {
  std::string manifest;
  std::filesystem::path run;
  bool kept = false;  ///< it had been trained to its end before a cross-validation was resumed
  std::vector<metrics::RunSummary> models;
};

struct CrossValidation {
  std::vector<TrainedFold> folds;
  /// What is measured in every fold: test, or validation where the manifests have no samples for test.
  store::Split heldOut = store::Split::validation;
  std::vector<metrics::RepeatedModel> models;  ///< in the order of each fold's
  std::vector<metrics::RecipeChoice> recipe;
  std::vector<Message> notes;         ///< those of the runs, and what the figures do not show
  double seconds = 0;                 ///< of the runs that were trained now
  std::uint64_t peakMemoryBytes = 0;  ///< the largest of these; 0 where none was trained
};

/// Called on the thread of the job before a fold is trained, with its number from 1, that of all folds, and its log.
using FoldBegins = std::function<void(unsigned, unsigned, std::shared_ptr<const metrics::RunLog>)>;

/// Trains the models of `request.spec` on each of the manifests NAME-1 … NAME-K, where its manifest is NAME and its
/// folder RUN: run after run, in RUN/fold-1 … RUN/fold-K, that differ in their manifest alone. What is left to a recipe
/// is chosen for fold 1 and holds for all.
/// With `spec.resume`, a cross-validation that was interrupted: folds that have ended are kept, the one that was being
/// trained is resumed, or begins again where it had saved nothing to resume from, and the others are trained. What
/// `stated` names must be as it was asked for then.
/// Memory: that of train(), and a byte a sample before it. Threads: one. Errors: several repeats; one of several
/// processes that a launcher started; those of planFolds() and train(); a folder that holds anything else, such as a
/// run of another cross-validation; data that changed meanwhile; nothing to resume.
Result<CrossValidation> crossValidate(const TrainRequest& request, const FoldBegins& begins, const JobContext& job);

}  // namespace masu::tasks
