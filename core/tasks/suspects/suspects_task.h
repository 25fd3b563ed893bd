// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/manifest/lists/named_samples.h"
#include "core/store/read/dataset.h"
#include "core/tasks/suspects/confident_learning.h"
#include "core/tasks/suspects/fold_runs.h"

namespace masu::tasks {

struct SuspectsRequest {
  std::filesystem::path file;
  /// Runs that were trained on the dataset, or folders of their models; empty: models are trained as `training` says.
  std::vector<std::filesystem::path> runs;
  FoldsRequest training;           ///< its spec names one model
  std::filesystem::path keepRuns;  ///< a folder for the runs that are trained; empty: they are removed
  std::filesystem::path out;       ///< CSV of all suspects; empty: none
  bool overwrite = false;          ///< an existing CSV
  std::size_t limit = 20;          ///< of SuspectsOutcome::places
  std::function<void(unsigned)> begins = [](unsigned) {};  ///< called before run K of the folds is trained
  Resources resources;
};

struct SuspectsOutcome {
  std::string identity;  ///< store::identityOf() the dataset as it was looked at
  std::vector<std::string> classes;
  std::uint64_t samples = 0;     ///< of the dataset
  std::uint64_t predicted = 0;   ///< those that have a label and an out-of-sample prediction: what was looked at
  std::uint64_t unlabelled = 0;  ///< those with a prediction and without a label
  std::uint64_t missing = 0;     ///< those without a prediction, of which the first are named
  std::vector<manifest::NamedSample> firstMissing;
  std::vector<std::filesystem::path> runs;  ///< folders of those whose models predicted, if they are still there
  std::string confinement;                  ///< of the models that were trained, as metrics::RunSummary
  LabelErrors found;
  std::vector<manifest::NamedSample> places;  ///< where the first suspects are from
  std::vector<Message> notes;
};

/// Finds samples whose label is probably wrong: see findLabelErrors(). The probabilities are those of models that did
/// not learn from the sample, see gatherPredictions(): of runs that are there, or of a model that is trained on each of
/// several folds, see trainFolds(). The dataset and its splits stay as they are. With `out`, a CSV has a row for each
/// suspect, the most suspicious first: its number, source and position as predict() writes them, the two classes,
/// self-confidence and margin.
/// Disk: in the scratch folder 12 bytes a sample and 4 for each class of it, twice that in text for a run at a time,
/// and the runs. Memory: a byte and a bit a sample; for suspects 48 bytes each, and 16 for each pair of classes, which
/// for as many suspects as samples must be within the budget. Errors: labels that are missing, or values; one class;
/// when folds are drawn, a class with fewer samples than folds; no sample that a run may predict; Errc::outOfMemory;
/// those of the two above; an output that is there or is an input; cancelled.
Result<SuspectsOutcome> suspects(const SuspectsRequest& request, const JobContext& job);

/// Whether an outcome is of the dataset with the labels that it has as it was opened.
bool isOf(const SuspectsOutcome& outcome, const store::Dataset& dataset);

/// Where the list of an outcome is written afterwards.
struct SuspectsTarget {
  std::filesystem::path dataset;  ///< that of the request
  std::filesystem::path out;
  bool overwrite = false;
};

/// Writes the CSV that suspects() writes with `out`, of what it found before. Threads: any; it reads where all suspects
/// are from. Errors: the dataset is another one now, or has other labels; an output that is there, or is a file of the
/// dataset or of a run that was asked; the file cannot be written.
Result<void> saveSuspects(const SuspectsOutcome& outcome, const SuspectsTarget& target);

}  // namespace masu::tasks
