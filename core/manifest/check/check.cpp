// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/check.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <numeric>

#include "core/flow/machine.h"
#include "core/io/scratch_folder.h"
#include "core/manifest/check/check_context.h"

namespace masu::manifest {

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::fine:
      return "fine";
    case Severity::warning:
      return "warning";
    case Severity::serious:
      break;
  }
  return "serious";
}

SplitPlan redrawn(SplitPlan plan, const Redraw& redraw) {
  if (redraw.another) ++plan.seed;
  if (redraw.stratify || redraw.keepEqual || !redraw.groupBy.empty()) {
    plan.order.clear();
    plan.gap = 0;
  }
  if (redraw.stratify) {
    plan.stratify = true;
    plan.byHash = false;
  }
  if (!redraw.groupBy.empty()) {
    plan.byGroup = true;
    plan.groupBy = redraw.groupBy;
    plan.keepEqual = false;
  }
  if (redraw.keepEqual) {
    plan.keepEqual = true;
    plan.byGroup = plan.byHash = false;
  }
  if (!redraw.order.empty()) {
    plan.order = redraw.order;
    plan.gap = redraw.gap;
    plan.stratify = plan.byGroup = plan.byHash = plan.keepEqual = false;
  }
  return plan;
}

namespace {

/// Whether an order may be given up for what parts windows, where no gap in that order does.
enum class Order { kept, mayGo };

/// True where drawing again would give up what the plan asks for: one remedy must not undo another. Class shares may go
/// for an order that parts windows; keeping them again would give up the order, and is not offered.
bool givesUp(const SplitPlan& plan, const SplitPlan& next, Order kept) {
  const bool order = kept == Order::kept && !plan.order.empty() && next.order != plan.order;
  const bool groups = plan.byGroup && (!next.byGroup || next.groupBy != plan.groupBy);
  return order || groups || (plan.byHash && !next.byHash) || (plan.keepEqual && !next.keepEqual);
}

/// True where drawing by the second plan gives what the first did.
bool drawsTheSame(const SplitPlan& plan, const SplitPlan& next) {
  const bool drawn = plan.ratios[0] + plan.ratios[1] + plan.ratios[2] > 0;
  SplitPlan seeded = next;
  // Neither an order nor rules alone are a matter of the seed.
  if (!drawn || !plan.order.empty()) seeded.seed = plan.seed;
  return describe(seeded) == describe(plan);
}

/// Whether a plan can be drawn: a gap may leave nothing of a short recording, say. What the memory does not allow to
/// find out counts as such: applying the remedy fails with the memory that it takes.
Result<bool> canBeDrawn(const SplitPlan& plan, const CheckContext& context, const Resources& resources) {
  const std::uint64_t allowed = flow::resolve(resources).memoryBytes;
  // The assignment that is checked, and the one to be drawn.
  const std::uint64_t held = 2 * context.assignment.size();
  if (held > allowed) return true;
  const auto drawn = draw(context.dataset, plan, context.job.stop, nullptr, nullptr, allowed - held);
  if (drawn || drawn.error().code == Errc::outOfMemory) return true;
  if (drawn.error().code == Errc::cancelled) return fail(drawn.error());
  return false;
}

/// Drawing again is offered only where it can be done, changes something and gives nothing up.
Result<bool> helps(const Redraw& redraw, Order order, const CheckOptions& options, const CheckContext& context) {
  if (!context.plan) return false;
  const SplitPlan& plan = *context.plan;
  const SplitPlan next = redrawn(plan, redraw);
  const bool edited = editedSamples(*options.origin) > 0;
  if (givesUp(plan, next, order) || (!edited && drawsTheSame(plan, next))) return false;
  return canBeDrawn(next, context, options.resources);
}

/// `overlaps`: what else parts windows.
Result<void> keepWhatHelps(const CheckOptions& options, const CheckContext& context,
                           const std::optional<Redraw>& overlaps, std::vector<Check>& checks) {
  if (!options.origin) return {};
  for (Check& check : checks) {
    if (!check.remedy.redraw) continue;
    MASU_TRY(const bool kept, helps(*check.remedy.redraw, Order::kept, options, context));
    if (kept) continue;
    check.remedy.redraw.reset();
    if (check.name != "overlapping_windows" || !overlaps) continue;
    MASU_TRY(const bool instead, helps(*overlaps, Order::mayGo, options, context));
    if (instead) check.remedy.redraw = overlaps;
  }
  return {};
}

/// One that found nothing, where there was nothing to find.
void markNotCompared(Check& check, const char* reason) {
  if (!check.passed || !check.compared) return;
  check.compared = false;
  check.detail = {reason, {}};
}

/// What a single split, class or sample leaves nothing to compare for. `counts`: as countClasses() gives them.
void markAllNotCompared(const CheckContext& context, const std::vector<SplitTally>& counts,
                        std::vector<Check>& checks) {
  const auto mark = [&](std::initializer_list<std::string_view> names, const char* reason) {
    for (Check& check : checks) {
      if (std::ranges::find(names, check.name) != names.end()) markNotCompared(check, reason);
    }
  };
  const SplitCounts sizes = countsOf(context.assignment);
  const std::array used = {sizes.train, sizes.validation, sizes.test};
  if (std::ranges::count(used, std::uint64_t{0}) + 1 >= std::ssize(used)) {
    mark({"duplicates", "overlapping_windows", "groups_across_splits", "class_shares", "drift", "missing_classes"},
         MASU_TEXT("core", "Fewer than two splits have samples, so that there is nothing to compare."));
  } else if (sizes.train == 0) {
    mark({"drift"}, MASU_TEXT("core", "Train has no samples that the other splits could be compared with."));
  }
  if (std::accumulate(used.begin(), used.end(), std::uint64_t{0}) < 2) {
    mark({"label_given_away", "conflicting_labels"},
         MASU_TEXT("core", "Fewer than two samples are used, so that there is nothing to compare."));
  }
  const auto classes = std::ranges::count_if(counts, [](const SplitTally& tally) { return usedOf(tally) > 0; });
  if (!counts.empty() && classes < 2) {
    mark({"class_shares", "label_given_away"},
         MASU_TEXT("core", "All samples that are used are of one class, so that there is nothing to compare."));
  }
}

}  // namespace

Result<std::vector<Check>> checkSplit(const store::Dataset& dataset, const store::Assignment& assignment,
                                      const CheckOptions& options, const JobContext& job) {
  if (!options.scratch.empty()) MASU_CHECK(io::checkScratchFolder(options.scratch));
  const CheckContext context{dataset,
                             assignment,
                             options.resources.memoryBytes,
                             options.scratch.empty() ? io::scratchFolder() : options.scratch,
                             job,
                             options.origin ? planOf(*options.origin) : std::nullopt,
                             options.origin ? groupsKept(*options.origin) : std::string()};
  job.progress.begin(MASU_TEXT("core", "Checking"), 0, Progress::Unit::samples);
  MASU_TRY(ContentChecks content, checkContent(context));
  MASU_TRY(OverlapsFound overlaps, checkOverlaps(context));
  MASU_TRY(Check groups, checkGroups(context));
  MASU_TRY(const std::vector<SplitTally> counts, countClasses(context));
  ClassChecks classes = checkClasses(context, counts);
  MASU_TRY(ColumnChecks columns, checkColumns(context, counts));
  std::vector<Check> checks = {
      std::move(content.duplicates), std::move(overlaps.check),    std::move(groups),
      std::move(classes.shares),     std::move(columns.givenAway), std::move(columns.drift),
      std::move(classes.missing),    std::move(content.conflicts), checkEmptySplits(context, options.origin)};
  markAllNotCompared(context, counts, checks);
  MASU_CHECK(keepWhatHelps(options, context, overlaps.otherwise, checks));
  return checks;
}

}  // namespace masu::manifest
