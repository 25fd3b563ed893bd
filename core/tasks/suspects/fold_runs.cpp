// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/fold_runs.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/flow/process_group.h"
#include "core/store/splits/splits_file.h"
#include "core/tasks/split/split_task.h"
#include "core/tasks/suspects/runs_folder.h"
#include "core/tasks/train/train_task.h"

namespace masu::tasks {

namespace {

constexpr std::uint8_t kNoFold = 255;
static_assert(manifest::Folds::kMost < kNoFold);

std::string nameOf(const std::string& base, unsigned fold) {
  return base + "-" + std::to_string(fold + 1);
}

/// A name of manifests that none of a splits file begins with, so that no frozen one is in the way.
Result<std::string> freeName(const store::Dataset& dataset) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  std::string name = "suspects";
  const auto isTaken = [&](const store::StoredManifest& manifest) { return manifest.name.starts_with(name + "-"); };
  while (std::ranges::any_of(splits.manifests(), isTaken)) name += "-folds";
  return name;
}

/// Moves each fold from validation to test, and the next one from train to validation: what chooses the epoch of a
/// model is then not what it predicts.
Result<void> setFoldsAside(const store::Dataset& dataset, const std::string& base, unsigned folds) {
  MASU_TRY(auto splits, store::SplitsFile::open(dataset));
  std::vector<std::uint8_t> foldOf(dataset.samples(), kNoFold);
  std::vector<store::StoredManifest> manifests;
  for (unsigned fold = 0; fold < folds; ++fold) {
    MASU_TRY(const store::Assignment drawn, splits.read(nameOf(base, fold)));
    for (std::size_t i = 0; i < drawn.size(); ++i)
      if (drawn[i] == store::Split::validation) foldOf[i] = static_cast<std::uint8_t>(fold);
    manifests.push_back({nameOf(base, fold), splits.find(nameOf(base, fold))->origin, false});
  }
  store::Assignment assignment(foldOf.size());
  return splits.write(manifests, [&](std::size_t fold) -> const store::Assignment& {
    const std::size_t next = (fold + 1) % folds;
    std::ranges::transform(foldOf, assignment.begin(), [&](std::uint8_t its) {
      if (its == kNoFold) return store::Split::unused;
      if (its == fold) return store::Split::test;
      return its == next ? store::Split::validation : store::Split::train;
    });
    return assignment;
  });
}

/// Errors: the process is one of several that train together; each would draw folds and look for runs of its own.
Result<void> checkAlone() {
  MASU_TRY(const flow::ProcessGroup place, flow::processGroupFrom(flow::processEnvironment()));
  if (place.isAlone()) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "Folds are trained by a single process, but a launcher started {0}. Start masu suspects "
                        "without it, or train a run on each fold with it and name these by --runs."),
              {std::to_string(place.world)});
}

}  // namespace

Result<FoldRuns> trainFolds(const store::Dataset& dataset, const FoldsRequest& request,
                            const std::filesystem::path& folder, const Resources& resources,
                            const std::function<void(unsigned)>& begins, const JobContext& job) {
  FoldRuns made;
  MASU_CHECK(checkAlone());
  MASU_TRY(const std::filesystem::path file, linkDataset(dataset, folder));
  MASU_TRY(made.dataset, store::Dataset::open(file));
  MASU_TRY(const std::string base, freeName(*made.dataset));
  SplitRequest split;
  split.file = file;
  split.manifest = base;
  split.folds = request.folds;
  split.plan.stratify = true;
  split.plan.byGroup = !request.groupBy.empty();
  if (split.plan.byGroup) split.plan.groupBy = request.groupBy;
  split.plan.seed = request.spec.seed;
  split.usualGroups = !request.singleSamples;
  split.resources = resources;
  MASU_TRY(SplitOutcome drawn, tasks::split(split, job));
  made.notes = std::move(drawn.notes);
  MASU_CHECK(setFoldsAside(*made.dataset, base, request.folds));
  for (unsigned fold = 0; fold < request.folds; ++fold) {
    if (job.stopRequested()) return fail(Error::cancelled());
    begins(fold + 1);
    TrainRequest training;
    training.spec = request.spec;
    training.spec.dataset = file;
    training.spec.manifest = nameOf(base, fold);
    training.spec.out = folder / ("run-" + std::to_string(fold + 1));
    training.spec.threads = resources.threads;
    training.spec.memoryBytes = resources.memoryBytes;
    training.stated = request.stated;
    metrics::RunLog log;
    MASU_TRY(const TrainOutcome trained, train(training, log, job));
    if (!trained.runs.empty()) made.confinement = trained.runs.front().confinement;
    made.runs.push_back(training.spec.out);
  }
  return made;
}

}  // namespace masu::tasks
