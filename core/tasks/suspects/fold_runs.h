// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/metrics/run_spec.h"
#include "core/store/read/dataset.h"

namespace masu::tasks {

struct FoldsRequest {
  unsigned folds = 5;
  std::string groupBy;         ///< as SplitPlan::groupBy; empty: what belongs together, as SplitRequest::usualGroups
  bool singleSamples = false;  ///< with an empty groupBy: each sample is drawn by itself
  /// What each run is asked for, see TrainRequest::spec; dataset, manifest and out are set here. Its seed draws the
  /// folds, too.
  metrics::RunSpec spec;
  std::vector<std::string> stated;  ///< as TrainRequest::stated
};

/// Of each fold one is in the test split, the next in validation, which chooses the best epoch, and the others train.
inline constexpr unsigned kFewestFolds = 3;

struct FoldRuns {
  std::shared_ptr<const store::Dataset> dataset;  ///< the one that the runs learned from: a link to that of the request
  std::vector<std::filesystem::path> runs;        ///< run K has fold K as its test split
  std::vector<Message> notes;                     ///< of how the folds were drawn
  std::string confinement;                        ///< of each, as metrics::RunSummary
};

/// Draws stratified folds of a dataset whose labels are classes, and trains a model on each: the runs, a link to the
/// dataset and the splits are in `folder`. The dataset and its own splits stay as they are. `begins` is called before
/// each run, with its number from 1. Memory: that of split(), a byte a sample for each of two assignments, and that of
/// train(). Requires: folds ≥ kFewestFolds. Errors: one of several processes that a launcher started; those of split()
/// and train(); cancelled.
Result<FoldRuns> trainFolds(const store::Dataset& dataset, const FoldsRequest& request,
                            const std::filesystem::path& folder, const Resources& resources,
                            const std::function<void(unsigned)>& begins, const JobContext& job);

}  // namespace masu::tasks
