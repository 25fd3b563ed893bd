#include "core/manifest/check.h"

#include "core/io/file.h"
#include "core/manifest/check_parts.h"

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
  if (redraw.stratify || !redraw.groupBy.empty()) {
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
  }
  if (!redraw.order.empty()) {
    plan.order = redraw.order;
    plan.gap = redraw.gap;
    plan.stratify = plan.byGroup = plan.byHash = false;
  }
  return plan;
}

Result<std::vector<Check>> checkSplit(const store::Dataset& dataset, const store::Assignment& assignment,
                                      const CheckOptions& options, const JobContext& job) {
  const Checked checked{dataset, assignment, options.resources.memoryBytes,
                        options.scratch.empty() ? io::scratchFolder() : options.scratch, job};
  job.progress.begin(MASU_TEXT("core", "Checking"), 0, Progress::Unit::samples);
  MASU_TRY(ContentChecks content, checkContent(checked));
  MASU_TRY(Check overlaps, checkOverlaps(checked));
  MASU_TRY(Check groups, checkGroups(checked));
  MASU_TRY(ClassChecks classes, checkClasses(checked));
  MASU_TRY(ColumnChecks columns, checkColumns(checked));
  return std::vector<Check>{std::move(content.duplicates), std::move(overlaps),          std::move(groups),
                            std::move(classes.shares),     std::move(columns.givenAway), std::move(columns.drift),
                            std::move(classes.missing),    std::move(content.conflicts)};
}

}  // namespace masu::manifest
