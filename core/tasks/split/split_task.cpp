// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/split/split_task.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/manifest/lists/list_files.h"
#include "core/manifest/samples/dataset_rows.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/table/number_text.h"
#include "core/tasks/files/checked_targets.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::tasks {

namespace {

/// Assignments held while one is stored: itself, and a manifest of the file that is written again.
constexpr std::uint64_t kHeldToStore = 2;

/// Counts by split for the outcome: train, validation, test, unused.
std::size_t columnOf(store::Split split) {
  return split == store::Split::unused ? 3 : static_cast<std::size_t>(split) - 1;
}

Result<SplitOutcome> outcomeOf(const store::Dataset& dataset, const store::Assignment& assignment) {
  SplitOutcome outcome;
  outcome.counts = manifest::countsOf(assignment);
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels == nullptr || dataset.meta().target != store::Target::classes) return outcome;
  outcome.perClass.resize(dataset.meta().classes.size());
  manifest::CodeReader reader(dataset, *labels);
  for (std::uint64_t first = 0; first < assignment.size(); first += manifest::kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(manifest::kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto codes, reader.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto code = static_cast<std::size_t>(codes[i]);
      if (code >= outcome.perClass.size()) outcome.perClass.resize(code + 1);
      ++outcome.perClass[code][columnOf(assignment[first + i])];
    }
  }
  return outcome;
}

/// What a person made by hand is not replaced unasked; a plan draws the same again. Folds replace folds.
Result<void> checkReplaceable(const store::SplitsFile& splits, const std::string& name, const SplitRequest& request) {
  const store::StoredManifest* const before = splits.find(name);
  if (before == nullptr || request.overwrite) return {};
  const auto refuse = [&](const char* sentence) { return fail(Errc::exists, sentence, {name}); };
  switch (manifest::madeBy(before->origin)) {
    case manifest::MadeBy::plan:
      return {};
    case manifest::MadeBy::folds:
      if (request.folds > 0) return {};
      return refuse(MASU_TEXT("core",
                              "The split {0} is one of a set of folds. Choose another --name, or replace it by "
                              "--overwrite."));
    case manifest::MadeBy::lists:
      return refuse(MASU_TEXT("core",
                              "The split {0} was read from lists. Choose another --name, or replace it by "
                              "--overwrite."));
    case manifest::MadeBy::hand:
      break;
  }
  return refuse(MASU_TEXT("core",
                          "The split {0} was edited after it was drawn. Choose another --name, or replace it by "
                          "--overwrite."));
}

Result<SplitOutcome> storeManifest(const store::Dataset& dataset, const std::string& name, const std::string& origin,
                                   const store::Assignment& assignment) {
  MASU_TRY(auto splits, store::SplitsFile::open(dataset));
  MASU_CHECK(splits.write({name, manifest::labelledOrigin(origin, dataset.edition()), false}, assignment));
  return outcomeOf(dataset, assignment);
}

std::string percent(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", 100 * share);
  return text.data();
}

/// Ratios of the splits that are drawn alone; 0 where rules name samples too, which have no share that was asked for.
std::array<double, 3> ratiosDrawn(const manifest::SplitPlan& plan) {
  std::array<double, 3> ratios = plan.ratios;
  for (const manifest::SplitRule& rule : plan.rules) {
    if (rule.split != store::Split::unused) ratios[static_cast<std::size_t>(rule.split) - 1] = 0;
  }
  const double sum = ratios[0] + ratios[1] + ratios[2];
  for (double& ratio : ratios) ratio = sum > 0 ? ratio / sum : 0;
  return ratios;
}

/// The largest distance of one row of counts from the ratios.
struct Residual {
  double share = 0;
  double samples = 0;

  /// Of what rounding to whole samples leaves there is nothing to report, unless a class is so small that it shows.
  bool shows() const { return share >= 0.01 || (samples >= 1 && share >= 0.00005); }
};

Residual residualOf(const std::array<std::uint64_t, 4>& counts, const std::array<double, 3>& ratios, bool ruled) {
  double drawn = 0;
  for (std::size_t s = 0; s < ratios.size(); ++s) drawn += !ruled || ratios[s] > 0 ? static_cast<double>(counts[s]) : 0;
  double most = 0;
  for (std::size_t s = 0; s < ratios.size() && drawn > 0; ++s) {
    if (ruled && ratios[s] == 0) continue;
    most = std::max(most, std::abs(static_cast<double>(counts[s]) / drawn - ratios[s]));
  }
  return {most, most * drawn};
}

void noteMissingClasses(const store::Dataset& dataset, const std::string& name, const std::array<bool, 3>& wanted,
                        SplitOutcome& outcome) {
  constexpr std::array<store::Split, 3> kSplits = {store::Split::train, store::Split::validation, store::Split::test};
  for (std::size_t code = 0; code < outcome.perClass.size(); ++code) {
    const auto& counts = outcome.perClass[code];
    const std::uint64_t drawn = counts[0] + counts[1] + counts[2];
    for (std::size_t s = 0; s < wanted.size() && drawn > 0; ++s) {
      if (!wanted[s] || counts[s] > 0) continue;
      outcome.notes.push_back(
          {MASU_TEXT("core", "Class {1} has no sample in {2} of {3}. Samples that were divided: {0}."),
           {std::to_string(drawn), dataset.meta().classes[code], Message::marked(store::name(kSplits[s])), name}});
    }
  }
}

/// The sentence that says why shares cannot be met; {0} is by how many percentage points.
const char* sharesDiffer(const manifest::SplitPlan& plan) {
  if (plan.byGroup) {
    return MASU_TEXT("core", "Shares are up to {0} percentage points from those asked for, since groups stay whole.");
  }
  if (plan.byHash) {
    return MASU_TEXT(
        "core", "Shares are up to {0} percentage points from those asked for, which a hash meets on average only.");
  }
  if (plan.order == "position") {
    return MASU_TEXT("core",
                     "Shares are up to {0} percentage points from those asked for, since each source is divided by "
                     "itself.");
  }
  if (!plan.order.empty()) {
    return MASU_TEXT("core",
                     "Shares are up to {0} percentage points from those asked for, since samples of equal values stay "
                     "in one split.");
  }
  return MASU_TEXT("core",
                   "Shares are up to {0} percentage points from those asked for, since small classes divide into whole "
                   "samples only.");
}

void assess(const store::Dataset& dataset, const SplitRequest& request, SplitOutcome& outcome) {
  const manifest::SplitPlan& plan = request.plan;
  const bool drawn = std::ranges::any_of(plan.ratios, [](double ratio) { return ratio > 0; });
  if (!drawn) return;
  noteMissingClasses(dataset, request.manifest, {plan.ratios[0] > 0, plan.ratios[1] > 0, plan.ratios[2] > 0}, outcome);
  const auto& all = outcome.counts;
  const std::array<double, 3> ratios = ratiosDrawn(plan);
  const bool ruled = !plan.rules.empty();
  const Residual whole = residualOf({all.train, all.validation, all.test, all.unused}, ratios, ruled);
  outcome.residual = whole.share;
  bool shows = whole.shows();
  if (plan.stratify) {
    for (const auto& counts : outcome.perClass) {
      const Residual residual = residualOf(counts, ratios, ruled);
      outcome.residual = std::max(outcome.residual, residual.share);
      shows = shows || residual.shows();
    }
  }
  if (!shows || !(plan.byGroup || plan.byHash || plan.stratify || !plan.order.empty())) return;
  outcome.notes.push_back({sharesDiffer(plan), {percent(outcome.residual)}});
}

/// Samples without a value of the column that a split goes by come nowhere in its order. Rules place some of them.
void noteWithoutOrder(const store::Dataset& dataset, const manifest::SplitPlan& plan, SplitOutcome& outcome) {
  const table::Column* column =
      plan.order.empty() ? nullptr : dataset.meta().schema.find(manifest::withoutBackticks(plan.order));
  if (column == nullptr || column->stats.missing == 0 || !plan.rules.empty()) return;
  outcome.notes.push_back(
      {MASU_TEXT("core", "Samples without a value of {0}, by which the split is ordered, are unused: {1}."),
       {plan.order, std::to_string(column->stats.missing)}});
}

/// Beside the other samples that are unused, those of gaps, which are as many as asked for or more.
void noteGaps(const std::vector<manifest::OrderGap>& gaps, const manifest::SplitPlan& plan, SplitOutcome& outcome) {
  const bool positions = plan.order == "position";
  for (const manifest::OrderGap& gap : gaps) {
    const bool wider = !positions && gap.samples > plan.gap;
    outcome.notes.push_back(
        {positions ? MASU_TEXT("core", "The gaps between {0} and {1} leave {2} samples unused, {3} of each source.")
         : wider   ? MASU_TEXT("core",
                               "The gap between {0} and {1} leaves {2} samples unused, more than {3}, since samples of "
                               "equal values stay together.")
                   : MASU_TEXT("core", "The gap between {0} and {1} leaves {2} samples unused."),
         {Message::marked(store::name(gap.before)), Message::marked(store::name(gap.after)),
          std::to_string(gap.samples), std::to_string(plan.gap)}});
  }
}

/// Samples without a value of the column that groups are made by are one group, which may be large.
void noteWithoutGroup(const store::Dataset& dataset, const manifest::SplitPlan& plan, SplitOutcome& outcome) {
  const table::Column* column =
      plan.byGroup ? dataset.meta().schema.find(manifest::withoutBackticks(plan.groupBy)) : nullptr;
  if (column == nullptr || column->stats.missing == 0) return;
  outcome.notes.push_back(
      {MASU_TEXT("core",
                 "Samples without a value of {0} stay together as one group: {1}. Leave them out by "
                 "--exclude '{0} = missing' if they do not belong together."),
       {plan.groupBy, std::to_string(column->stats.missing)}});
}

/// The request with what belongs together kept so, which a note says.
SplitRequest withUsualGroups(const store::Dataset& dataset, const SplitRequest& request, std::vector<Message>& notes) {
  SplitRequest asked = request;
  manifest::SplitPlan& plan = asked.plan;
  if (!request.usualGroups || plan.byGroup || plan.keepEqual || !plan.order.empty()) return asked;
  const auto drawn =
      static_cast<std::uint64_t>(std::ranges::count_if(plan.ratios, [](double ratio) { return ratio > 0; }));
  const std::uint64_t parts = std::max<std::uint64_t>(drawn, request.folds);
  if (parts < 2) return asked;
  const auto groups = manifest::usualGroups(dataset, parts);
  const bool windows = manifest::cutIntoWindows(dataset);
  if (groups) {
    plan.byGroup = true;
    plan.groupBy = *groups;
    notes.push_back({windows && dataset.meta().groups.empty()
                         ? MASU_TEXT("core",
                                     "The windows of a recording stay in one split; --no-group draws each by "
                                     "itself.")
                         : MASU_TEXT("core",
                                     "The samples of a group stay in one split; --no-group draws each by "
                                     "itself."),
                     {}});
  } else if (windows && dataset.meta().sources.size() < parts) {
    notes.push_back(
        {MASU_TEXT("core",
                   "There are too few recordings to keep each in one split, so that neighbouring windows are "
                   "in different ones; --order position --gap N keeps them apart."),
         {}});
  }
  return asked;
}

/// Errors: a subset so small that no class, group or sample is in it.
Result<void> checkSubset(const manifest::Unmatched& unmatched, const manifest::SplitPlan& plan) {
  if (unmatched.subsetOf == 0 || unmatched.subset > 0) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "A subset of {0} takes none of the {1} samples to divide. Give a larger --subset."),
              {table::numberText(plan.subset, table::DType::f64), std::to_string(unmatched.subsetOf)});
}

/// The subset is as near to its share as its parts allow.
void noteSubset(const manifest::Unmatched& unmatched, const manifest::SplitPlan& plan, SplitOutcome& outcome) {
  const double asked = plan.subset * static_cast<double>(unmatched.subsetOf);
  if (unmatched.subsetOf == 0 || std::fabs(static_cast<double>(unmatched.subset) - asked) < 1) return;
  outcome.notes.push_back(
      {plan.byHash    ? MASU_TEXT("core", "The subset has {0} samples, not {1}: a hash draws shares only on average.")
       : plan.byGroup ? MASU_TEXT("core", "The subset has {0} samples, not {1}, since groups stay whole.")
                      : MASU_TEXT("core", "The subset has {0} samples, not {1}: the share of each class is rounded."),
       {std::to_string(unmatched.subset), std::to_string(std::llround(asked))}});
}

void noteUnmatched(const manifest::Unmatched& unmatched, const manifest::SplitPlan& plan, SplitOutcome& outcome) {
  std::vector<Message> notes;
  if (unmatched.exclude) notes.push_back({MASU_TEXT("core", "The filter {0} excludes no sample."), {plan.exclude}});
  for (const std::size_t place : unmatched.rules) {
    const manifest::SplitRule& rule = plan.rules[place];
    const std::string asOption = std::string(store::name(rule.split)) + '=' + rule.expression;
    notes.push_back({MASU_TEXT("core", "The rule {0} matches the path of no source."), {asOption}});
  }
  outcome.notes.insert(outcome.notes.begin(), notes.begin(), notes.end());
  noteSubset(unmatched, plan, outcome);
}

Result<SplitOutcome> splitIntoFolds(const store::Dataset& dataset, const SplitRequest& request, const JobContext& job) {
  constexpr std::uint64_t kHeld = 3;  // the marks of all folds, one of them, and a manifest that is written again
  MASU_TRY(const std::uint64_t memory, memoryBeside(dataset, kHeld, request.resources));
  MASU_TRY(const manifest::Folds folds, manifest::drawFolds(dataset, request.plan, request.folds, job.stop, memory));
  MASU_CHECK(checkSubset(folds.unmatched(), request.plan));
  std::vector<store::StoredManifest> manifests;
  SplitOutcome outcome;
  store::Assignment assignment;
  for (unsigned fold = 0; fold < folds.count(); ++fold) {
    const std::string name = request.manifest + "-" + std::to_string(fold + 1);
    const std::string origin = manifest::describeFold(request.plan, fold + 1, folds.count());
    manifests.push_back({name, manifest::labelledOrigin(origin, dataset.edition()), false});
    assignment = folds.assignment(fold);
    MASU_TRY(SplitOutcome counted, outcomeOf(dataset, assignment));
    noteMissingClasses(dataset, name, {true, true, request.plan.ratios[2] > 0}, counted);
    outcome.folds.push_back({name, counted.counts});
    outcome.notes.insert(outcome.notes.end(), counted.notes.begin(), counted.notes.end());
    if (fold > 0) continue;
    outcome.counts = counted.counts;
    outcome.perClass = std::move(counted.perClass);
  }
  noteUnmatched(folds.unmatched(), request.plan, outcome);
  if (job.stopRequested()) return fail(Error::cancelled());
  MASU_TRY(auto splits, store::SplitsFile::open(dataset));
  for (const store::StoredManifest& fold : manifests) MASU_CHECK(checkReplaceable(splits, fold.name, request));
  MASU_CHECK(splits.write(manifests, [&](std::size_t fold) -> const store::Assignment& {
    assignment = folds.assignment(static_cast<unsigned>(fold));
    return assignment;
  }));
  return outcome;
}

Result<SplitOutcome> splitOnce(const store::Dataset& dataset, const SplitRequest& request, const JobContext& job) {
  manifest::Unmatched unmatched;
  MASU_TRY(const std::uint64_t memory, memoryBeside(dataset, kHeldToStore, request.resources));
  std::vector<manifest::OrderGap> gaps;
  MASU_TRY(const auto assignment,
           manifest::draw(dataset, request.plan, job.stop, &request.aside, &unmatched, memory, &gaps));
  MASU_CHECK(checkSubset(unmatched, request.plan));
  if (job.stopRequested()) return fail(Error::cancelled());
  const std::string origin = manifest::editedOrigin(manifest::describe(request.plan), request.aside.size());
  MASU_TRY(SplitOutcome outcome, storeManifest(dataset, request.manifest, origin, assignment));
  assess(dataset, request, outcome);
  noteGaps(gaps, request.plan, outcome);
  noteUnmatched(unmatched, request.plan, outcome);
  return outcome;
}

}  // namespace

Result<SplitOutcome> split(const SplitRequest& request, const JobContext& job) {
  MASU_TRY(const auto dataset, store::Dataset::open(request.file));
  if (request.folds == 0) {
    MASU_TRY(const auto splits, store::SplitsFile::open(*dataset));
    MASU_CHECK(checkReplaceable(splits, request.manifest, request));
  }
  job.progress.begin(MASU_TEXT("core", "Splitting"), 0, Progress::Unit::samples);
  std::vector<Message> notes;
  const SplitRequest asked = withUsualGroups(*dataset, request, notes);
  MASU_TRY(SplitOutcome outcome,
           asked.folds > 0 ? splitIntoFolds(*dataset, asked, job) : splitOnce(*dataset, asked, job));
  outcome.notes.insert(outcome.notes.begin(), notes.begin(), notes.end());
  noteWithoutOrder(*dataset, asked.plan, outcome);
  noteWithoutGroup(*dataset, asked.plan, outcome);
  return outcome;
}

manifest::SplitPlan proposedSplit(const store::Dataset& dataset) {
  manifest::SplitPlan plan;
  plan.ratios = manifest::kDefaultRatios;
  plan.stratify = !dataset.meta().classes.empty();
  if (const auto groups = manifest::usualGroups(dataset, plan.ratios.size())) {
    plan.byGroup = true;
    plan.groupBy = *groups;
  }
  return plan;
}

Result<DrawnSplit> drawSplit(const store::Dataset& dataset, const manifest::SplitPlan& plan, const JobContext& job,
                             const Resources& resources) {
  MASU_TRY(const std::uint64_t memory, memoryBeside(dataset, kHeldToStore, resources));
  MASU_TRY(store::Assignment assignment, manifest::draw(dataset, plan, job.stop, nullptr, nullptr, memory));
  return DrawnSplit{std::move(assignment), manifest::labelledOrigin(manifest::describe(plan), dataset.edition())};
}

Result<DrawnSplit> drawAgain(const store::Dataset& dataset, const manifest::SplitPlan& before,
                             const manifest::Redraw& how, const store::Assignment& assignment, const JobContext& job,
                             const Resources& resources) {
  const manifest::SplitPlan plan = manifest::redrawn(before, how);
  MASU_TRY(const std::uint64_t memory, memoryBeside(dataset, kHeldToStore, resources));
  MASU_TRY(const manifest::SampleSet aside, manifest::setAsideSince(dataset, before, assignment, job.stop, memory));
  MASU_TRY(store::Assignment drawn, manifest::draw(dataset, plan, job.stop, &aside, nullptr, memory));
  return DrawnSplit{std::move(drawn), manifest::labelledOrigin(manifest::describe(plan), dataset.edition())};
}

Result<DrawnSplit> splitFromLists(const store::Dataset& dataset, const std::filesystem::path& directory,
                                  const Resources& resources) {
  MASU_CHECK(memoryBeside(dataset, kHeldToStore, resources));
  MASU_TRY(store::Assignment assignment, manifest::readTextManifest(dataset, directory));
  return DrawnSplit{std::move(assignment), R"({"read":"text"})"};
}

Result<SplitOutcome> readManifest(const std::filesystem::path& file, const std::string& manifest,
                                  const std::filesystem::path& directory, const Resources& resources) {
  MASU_TRY(const auto dataset, store::Dataset::open(file));
  MASU_TRY(const DrawnSplit listed, splitFromLists(*dataset, directory, resources));
  return storeManifest(*dataset, manifest, listed.origin, listed.assignment);
}

Result<SplitOutcome> writeManifest(const std::filesystem::path& file, const std::string& manifest,
                                   const std::filesystem::path& directory, bool overwrite, manifest::TextForm form,
                                   const Resources& resources) {
  MASU_TRY(const auto dataset, store::Dataset::open(file));
  MASU_CHECK(memoryBeside(*dataset, 1, resources));
  MASU_TRY(const auto splits, store::SplitsFile::open(*dataset));
  MASU_TRY(const auto assignment, splits.read(manifest));
  std::vector<io::OutputTarget> lists;
  for (const store::Split split : manifest::kListed)
    lists.push_back({manifest::listPath(directory, split, manifest::extensionOf(form)), "--write"});
  MASU_CHECK(checkTargets(*dataset, lists));
  MASU_CHECK(manifest::writeTextManifest(*dataset, assignment, directory, form, overwrite));
  return outcomeOf(*dataset, assignment);
}

}  // namespace masu::tasks
