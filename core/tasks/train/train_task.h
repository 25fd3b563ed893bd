// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/estimate/measurement.h"
#include "core/metrics/rate_curve.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_spec.h"
#include "core/store/read/dataset.h"

namespace masu::tasks {

struct TrainRequest {
  metrics::RunSpec spec;  ///< with metrics::kAutoEpochs, a recipe chooses what is not stated: see chooseRecipe()
  bool overwrite = false;
  /// Names in the spec's JSON that were asked for. No recipe changes them; where the run is to be resumed, they must be
  /// as the run has them, and everything else is the run's own.
  std::vector<std::string> stated;
  /// While it is set the run waits between two steps, with its state kept; null: never.
  std::shared_ptr<const std::atomic<bool>> paused = nullptr;
};
struct TrainOutcome {
  std::uint64_t rank = 0;   ///< of this process among those that a launcher started; only rank 0 has what follows
  std::uint64_t world = 1;  ///< their number
  std::vector<metrics::RunSummary> runs;
  double starvedFraction = 0;
  std::uint64_t peakMemoryBytes = 0;  ///< this process's and the worker's
  double loaderSeconds = 0;           ///< processor time that reading took for all models together
  double seconds = 0;
  /// What runs of one model each would take: each reads by itself, and the others' steps are not waited for.
  double separateLoaderSeconds = 0;
  double separateSeconds = 0;
  std::uint64_t blocks = 0;                   ///< chunks shuffled together; 0 where classes are balanced instead
  std::vector<metrics::RecipeChoice> recipe;  ///< of the run, whether it began now or earlier
  std::vector<Message> notes;                 ///< what of the data the models did not see as it is stored
};

/// The built-in models that suit the samples of a dataset, the most likely choice first.
std::vector<std::string> modelsFor(const store::Dataset& dataset);

/// Errors: what `request.stated` names is not what a run in the folder has, or was asked for, as `stored` says; the
/// time that processes wait for each other may differ. Pure.
Result<void> checkAsStored(const TrainRequest& request, const metrics::RunSpec& stored);

/// The errors of train() that are found before its worker starts: numbers and models that exclude each other, a folder
/// that is taken or has nothing to resume. Completes the replacement of a run that a crash interrupted, and writes
/// nothing else.
Result<void> checkBeforeTraining(const TrainRequest& request);

/// Starts masu-train (beside this program, else on PATH), feeds it the spec, folds its events into `log` as they come.
/// Started by a launcher as one of several processes, it starts one worker, and these train the run together.
/// A stop request ends it politely, then by force. Its death is Errc::child: a sentence that says what happened
/// (killed, out of memory) and where the last checkpoint is. Errors, besides: those of metrics::checkNumbers() and
/// chooseRecipe().
Result<TrainOutcome> train(const TrainRequest& request, metrics::RunLog& log, const JobContext& job);

/// Takes steps of growing learning rate with each model of the spec in masu-train; `out` is not used and nothing
/// written. Requires: a number of epochs, see chooseRecipe(). Errors: as train().
Result<std::vector<metrics::RateCurve>> findRates(const metrics::RunSpec& spec, const JobContext& job);

/// Begins the run in masu-train, a few steps on real batches, and reports what it took. Writes nothing.
/// Errors: those of the worker; worker not installed.
Result<estimate::Measurement> measureRun(const metrics::RunSpec& spec, const JobContext& job);

/// Why a folder cannot be that of a new training run, or of a cross-validation.
Error unnamedRunFolder();
Error fileAsRunFolder(const std::filesystem::path& folder);
Error takenRunFolder(const std::filesystem::path& folder);

}  // namespace masu::tasks
