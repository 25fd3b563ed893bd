// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::tasks {

struct PlannedFold {
  std::string manifest;
  std::string splitHash;  ///< see store::hashOf()
};

/// What the runs of a cross-validation learn from.
struct FoldPlan {
  std::vector<PlannedFold> folds;
  store::Split heldOut = store::Split::validation;  ///< what is measured in every fold: test, or validation without one
  bool sharesTest = false;                          ///< the test samples of all folds are the same
  std::filesystem::path dataset;
  std::string uuid;    ///< of the dataset
  std::string labels;  ///< hash of their edition, see store::LabelEdition
};

/// Finds the manifests NAME-1 … NAME-K and what they hold out. Memory: an assignment, a byte a sample. Errors: those of
/// manifest::foldManifests(); a manifest that is damaged; one that holds nothing out, or not what the others do;
/// cancelled.
Result<FoldPlan> planFolds(const store::Dataset& dataset, const std::string& name, const std::stop_token& stop);

/// Errors: the run in a folder learned from something else than this fold is in the plan.
Result<void> checkLearned(const std::filesystem::path& run, const FoldPlan& plan, const PlannedFold& fold);

}  // namespace masu::tasks
