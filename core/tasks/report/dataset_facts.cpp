// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/dataset_facts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/manifest/check/check_context.h"
#include "core/store/read/content_hash.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::tasks {

namespace {

/// Leaves the manifest that was asked for. Errors: there is none of that name; it cannot be read, or one of all. Splits
/// that are not there are not an error: the report says so.
Result<void> keepManifest(DatasetInfo& info, const DatasetQuestion& question) {
  if (question.manifest.empty()) {
    const bool isUnread = info.splitsProblem && info.splitsProblem->code != Errc::notFound;
    return isUnread ? Result<void>(fail(*info.splitsProblem)) : Result<void>();
  }
  const auto found = std::ranges::find(info.manifests, question.manifest, &ManifestFacts::name);
  if (found == info.manifests.end()) {
    MASU_TRY(ManifestFacts facts, manifestFacts(question.file, question.manifest));
    info.manifests = {std::move(facts)};
    return {};
  }
  info.manifests = {ManifestFacts(std::move(*found))};
  return {};
}

Result<void> countClasses(DatasetFacts& facts, const DatasetQuestion& question, const JobContext& job) {
  const store::Dataset& dataset = *facts.info.dataset;
  if (dataset.meta().target != store::Target::classes) return {};
  MASU_CHECK(memoryBeside(dataset, 1, question.resources));
  const std::uint64_t passes = std::max<std::uint64_t>(facts.info.manifests.size(), 1);
  job.progress.begin(MASU_TEXT("core", "Counting classes"), passes * dataset.samples(), Progress::Unit::samples);
  std::vector<manifest::SplitTally> tallies;
  for (const ManifestFacts& manifest : facts.info.manifests) {
    MASU_TRY(const store::Assignment assignment, assignmentOf(dataset, manifest.name));
    MASU_TRY(tallies, manifest::countClasses({dataset, assignment, 0, {}, job}));
    facts.manifests.push_back(tallies);
  }
  if (facts.info.manifests.empty()) {
    const store::Assignment none(dataset.samples(), store::Split::unused);
    MASU_TRY(tallies, manifest::countClasses({dataset, none, 0, {}, job}));
  }
  for (const manifest::SplitTally& tally : tallies)
    facts.classes.push_back(std::accumulate(tally.begin(), tally.end(), std::uint64_t{0}));
  return {};
}

}  // namespace

Result<DatasetFacts> datasetFacts(const DatasetQuestion& question, const JobContext& job) {
  DatasetFacts facts;
  MASU_TRY(facts.info, info(question.file, job.stop));
  MASU_CHECK(keepManifest(facts.info, question));
  MASU_TRY(facts.contentHash, store::contentHashIfAny(*facts.info.dataset));
  MASU_CHECK(countClasses(facts, question, job));
  if (!question.check) return facts;
  facts.checked = question.manifest.empty() ? "default" : question.manifest;
  CheckRequest request{question.file, facts.checked, {}};
  request.options.resources = question.resources;
  MASU_TRY(facts.checks, check(request, job));
  return facts;
}

}  // namespace masu::tasks
