// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/split/check_task.h"

#include <algorithm>

#include "core/flow/machine.h"
#include "core/tasks/split/edit_task.h"
#include "core/tasks/split/manifest_task.h"
#include "core/tasks/split/split_task.h"

namespace masu::tasks {

namespace {

Result<manifest::Check> checkNamed(const std::vector<manifest::Check>& checks, const std::string& name) {
  std::string known;
  for (const manifest::Check& check : checks) {
    known += (known.empty() ? "" : ", ") + check.name;
    if (check.name != name) continue;
    if (!check.passed && check.remedy.any()) return check;
    return fail(
        Errc::invalidArgument,
        check.passed
            ? MASU_TEXT("core", "The check {0} passes; there is nothing to do about it.")
            : MASU_TEXT("core", "Splitting again cannot fix what the check {0} found; its report says what to do."),
        {name});
  }
  return fail(Errc::notFound, MASU_TEXT("core", "There is no check {0}. There are {1}."), {name, known});
}

/// What was set aside stays so, or one remedy would undo another.
Result<ManifestFacts> redrawSplit(const RemedyRequest& request, const std::string& origin, const manifest::Draft& draft,
                                  const manifest::Redraw& redraw, const JobContext& job) {
  const auto plan = manifest::planOf(origin);
  if (!plan) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "The manifest {0} was read from lists or is a fold, so it cannot be drawn again by itself. "
                          "Split the dataset with 'masu split'."),
                {request.manifest});
  }
  SplitRequest again{request.file, request.name, manifest::redrawn(*plan, redraw)};
  again.overwrite = true;  // what was set aside goes with it
  again.resources = request.options.resources;
  // The assignment as it is, as it was drawn, and what is left for groups and equal samples.
  MASU_TRY(const std::uint64_t memory, memoryBeside(draft.dataset(), 2, again.resources));
  MASU_TRY(again.aside, manifest::setAsideSince(draft.dataset(), *plan, draft.assignment(), job.stop, memory));
  if (request.name == request.manifest && manifest::editedSamples(origin) > again.aside.size()) {
    return fail(Errc::exists,
                MASU_TEXT("core",
                          "Samples of the manifest {0} were moved after it was drawn, and drawing it again would undo "
                          "that. Store the new split under another name by --save-as."),
                {request.manifest});
  }
  MASU_CHECK(split(again, job));
  return manifestFacts(request.file, request.name);
}

/// A remedy goes to the manifest that was checked, or to a new one.
Result<void> checkUnused(const std::filesystem::path& file, const std::string& name) {
  MASU_TRY(const auto manifests, listManifests(file));
  if (std::ranges::find(manifests, name, &ManifestFacts::name) == manifests.end()) return {};
  return fail(Errc::exists,
              MASU_TEXT("core", "There is a manifest {0} already. Choose another name for --save-as, or delete it."),
              {name});
}

}  // namespace

Result<CheckOutcome> check(const CheckRequest& request, const JobContext& job) {
  MASU_TRY(const auto dataset, store::Dataset::open(request.file));
  MASU_TRY(const auto splits, store::SplitsFile::open(*dataset));
  MASU_TRY(const store::Assignment assignment, splits.read(request.manifest));
  manifest::CheckOptions options = request.options;
  options.origin = splits.find(request.manifest)->origin;
  return check(*dataset, assignment, options, job);
}

Result<CheckOutcome> check(const store::Dataset& dataset, const store::Assignment& assignment,
                           const manifest::CheckOptions& options, const JobContext& job) {
  manifest::CheckOptions resolved = options;
  resolved.resources = flow::resolve(options.resources);
  CheckOutcome outcome;
  MASU_TRY(outcome.checks, manifest::checkSplit(dataset, assignment, resolved, job));
  outcome.passed = std::ranges::all_of(outcome.checks, &manifest::Check::passed);
  return outcome;
}

Result<RemedyOutcome> applyRemedy(const RemedyRequest& request, const JobContext& job) {
  RemedyRequest asked = request;
  if (asked.name.empty()) asked.name = asked.manifest;
  if (asked.name != asked.manifest) MASU_CHECK(checkUnused(asked.file, asked.name));
  MASU_TRY(auto dataset, store::Dataset::open(asked.file));
  MASU_TRY(const ManifestFacts before, manifestFacts(asked.file, asked.manifest));
  MASU_TRY(manifest::Draft draft, openDraft(std::move(dataset), asked.manifest, job));
  asked.options.origin = before.origin;
  MASU_TRY(const CheckOutcome outcome, check(draft.dataset(), draft.assignment(), asked.options, job));
  RemedyOutcome applied;
  MASU_TRY(applied.found, checkNamed(outcome.checks, asked.check));
  if (applied.found.remedy.redraw) {
    applied.redrawn = true;
    MASU_TRY(applied.facts, redrawSplit(asked, before.origin, draft, *applied.found.remedy.redraw, job));
    return applied;
  }
  MASU_TRY(const manifest::Change change, draft.move(applied.found.remedy.setAside, store::Split::unused, job.stop));
  applied.setAside = change.samples();
  SaveRequest save{asked.name, before.origin, change.samples()};
  if (asked.name == asked.manifest) save.seen = store::SeenManifest{before.hash};
  MASU_TRY(applied.facts, saveDraft(draft.dataset(), draft.assignment(), save));
  return applied;
}

}  // namespace masu::tasks
