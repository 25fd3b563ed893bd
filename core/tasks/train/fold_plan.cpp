// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/fold_plan.h"

#include <algorithm>
#include <utility>

#include "core/manifest/draw/fold_set.h"
#include "core/manifest/draw/split_plan.h"
#include "core/metrics/data_note.h"

namespace masu::tasks {

namespace {

Error heldOutNothing(const FoldPlan& plan, const std::string& manifest) {
  return {Errc::noSamples,
          MASU_TEXT("core",
                    "The split {1} of {0} has no samples for validation or test, which --cross-validate measures: "
                    "draw folds by masu split --folds."),
          {plan.dataset.string(), manifest},
          {plan.dataset.string(), 0, 0}};
}

Error heldOutOther(const FoldPlan& plan, const std::string& with, const std::string& without) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "Of {0}, the split {1} has samples for test and {2} has none, but --cross-validate measures the "
                    "same part of every fold: draw the folds again by masu split --folds."),
          {plan.dataset.string(), with, without},
          {plan.dataset.string(), 0, 0}};
}

/// Decides what is measured. Requires: as many counts as folds, of which there is one.
Result<void> chooseHeldOut(const std::vector<manifest::SplitCounts>& counts, FoldPlan& plan) {
  const auto nameAt = [&](auto at) { return plan.folds[static_cast<std::size_t>(at - counts.begin())].manifest; };
  const auto hasTest = [](const manifest::SplitCounts& one) { return one.test > 0; };
  const auto with = std::ranges::find_if(counts, hasTest);
  const auto without = std::ranges::find_if_not(counts, hasTest);
  if (with != counts.end() && without != counts.end()) return fail(heldOutOther(plan, nameAt(with), nameAt(without)));
  plan.heldOut = with != counts.end() ? store::Split::test : store::Split::validation;
  const auto empty = std::ranges::find(counts, std::uint64_t{0}, &manifest::SplitCounts::validation);
  if (plan.heldOut == store::Split::validation && empty != counts.end())
    return fail(heldOutNothing(plan, nameAt(empty)));
  return {};
}

}  // namespace

Result<FoldPlan> planFolds(const store::Dataset& dataset, const std::string& name, const std::stop_token& stop) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  MASU_TRY(const std::vector<std::string> names, manifest::foldManifests(splits.manifests(), name, dataset.path()));
  FoldPlan plan;
  plan.dataset = dataset.path();
  plan.uuid = dataset.uuid();
  plan.labels = dataset.edition().hash;
  std::vector<manifest::SplitCounts> counts;
  std::vector<std::string> tests;
  for (const std::string& fold : names) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_TRY(store::Assignment assignment, splits.read(fold));
    plan.folds.push_back({fold, store::hashOf(assignment)});
    counts.push_back(manifest::countsOf(assignment));
    for (store::Split& one : assignment)
      if (one != store::Split::test) one = store::Split::unused;
    tests.push_back(store::hashOf(assignment));
  }
  MASU_CHECK(chooseHeldOut(counts, plan));
  const bool areSame = std::ranges::all_of(tests, [&](const std::string& one) { return one == tests.front(); });
  plan.sharesTest = plan.heldOut == store::Split::test && areSame;
  return plan;
}

Result<void> checkLearned(const std::filesystem::path& run, const FoldPlan& plan, const PlannedFold& fold) {
  MASU_TRY(const metrics::DataNote note, metrics::readDataNote(run));
  if (note.uuid == plan.uuid && note.splitHash == fold.splitHash && note.labels == plan.labels) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The run in {0} did not learn from what {1} had in the split {2} when this cross-validation "
                        "looked at it, so that it is not counted: begin again by --overwrite, or in another folder."),
              {run.string(), plan.dataset.string(), fold.manifest}, {run.string(), 0, 0});
}

}  // namespace masu::tasks
