// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/runs/requested_run.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "core/metrics/run_files.h"
#include "core/store/format/layout.h"

namespace masu::tasks {

namespace fs = std::filesystem;

Result<RequestedRun> requestedRun(const fs::path& asked) {
  std::error_code failure;
  fs::path folder = fs::absolute(asked, failure).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (fs::exists(folder / metrics::kSpecName, failure)) {
    MASU_TRY(metrics::RunSpec spec, metrics::readSpec(folder));
    return RequestedRun{std::move(spec), std::nullopt};
  }
  if (fs::is_directory(folder, failure) && fs::exists(folder.parent_path() / metrics::kSpecName, failure)) {
    MASU_TRY(metrics::RunSpec spec, metrics::readSpec(folder.parent_path()));
    const auto models = metrics::modelFolders(spec);
    const auto found = std::ranges::find(models, folder.filename());
    if (found != models.end()) return RequestedRun{std::move(spec), static_cast<std::size_t>(found - models.begin())};
  }
  return fail(Errc::notFound,
              MASU_TEXT("core",
                        "{0} is not the folder of a training run: it has no spec.json. Name the folder that "
                        "`masu train` wrote."),
              {asked.string()}, {asked.string()});
}

Result<std::shared_ptr<const store::Dataset>> datasetOf(const metrics::RunSpec& spec, const std::string& uuid,
                                                        bool named) {
  const std::vector<Argument> names = {spec.dataset.string(), spec.out.string()};
  const Location location = {spec.dataset.string()};
  auto dataset = store::Dataset::open(spec.dataset);
  if (!dataset && dataset.error().code == Errc::notFound && !named) {
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "{0}, where the dataset of the run in {1} was, does not exist. Give its current path with "
                          "--dataset."),
                names, location);
  }
  if (!dataset || (*dataset)->uuid() == uuid) return dataset;
  if ((*dataset)->meta().parent == uuid) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} has grown by `masu append` since the run in {1} learned from it. Give the path of a "
                          "copy from before with --dataset."),
                names, location);
  }
  return fail(
      Errc::invalidArgument,
      MASU_TEXT("core",
                "{0} is not the dataset that the run in {1} learned from. Give the path of that one with --dataset."),
      names, location);
}

Result<void> checkLabels(const store::Dataset& dataset, const metrics::RunSpec& spec, const std::string& labels) {
  if (dataset.edition().hash == labels) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The labels of {0} were edited since the run in {1} learned from it, and what is asked for "
                        "depends on them. Undo the edits (masu label --undo), or train again."),
              {dataset.path().string(), spec.out.string()}, {spec.out.string()});
}

Result<std::optional<LearnedSplit>> splitWithHash(const store::Dataset& dataset, const std::string& name,
                                                  const std::string& splitHash) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  std::vector<std::string> names;
  for (const store::StoredManifest& manifest : splits.manifests()) names.push_back(manifest.name);
  std::partition(names.begin(), names.end(), [&](const std::string& one) { return one == name; });
  std::optional<Error> failure;
  for (const std::string& one : names) {
    auto assignment = splits.read(one);
    if (!assignment) {
      if (!failure) failure = std::move(assignment.error());
    } else if (store::hashOf(*assignment) == splitHash) {
      return LearnedSplit{one, std::move(*assignment)};
    }
  }
  if (failure) return fail(std::move(*failure));
  return std::nullopt;
}

Result<std::string> splitHashNow(const store::Dataset& dataset, const std::string& manifest) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  const auto assignment = splits.read(manifest);
  return assignment ? store::hashOf(*assignment) : std::string();
}

Result<LearnedSplit> splitOf(const store::Dataset& dataset, const metrics::RunSpec& spec,
                             const std::string& splitHash) {
  MASU_TRY(auto split, splitWithHash(dataset, spec.manifest, splitHash));
  if (split) return std::move(*split);
  // A link to a dataset has splits of its own.
  const fs::path learned = store::layout::splitsPath(spec.dataset);
  std::error_code failure;
  if (fs::exists(learned, failure) && !fs::equivalent(learned, store::layout::splitsPath(dataset.path()), failure)) {
    return fail(
        Errc::notFound,
        MASU_TEXT("core",
                  "{2} does not have the split {1} that the run in {0} learned from. The run read it from {3}: name "
                  "that dataset instead."),
        {spec.out.string(), spec.manifest, dataset.path().string(), spec.dataset.string()}, {spec.out.string()});
  }
  return fail(Errc::notFound,
              MASU_TEXT("core",
                        "The split {1} that the run in {0} learned from was changed or removed since, so that its "
                        "samples are not known any more. Freeze a split to keep it: masu manifest freeze."),
              {spec.out.string(), spec.manifest}, {spec.out.string()});
}

}  // namespace masu::tasks
