#include "core/manifest/check.h"

#include "core/manifest/check_parts.h"

namespace masu::manifest {

Result<std::vector<Check>> checkSplit(const store::Dataset& dataset, const store::Assignment& assignment,
                                      const Resources& resources, const JobContext& job) {
  const Checked checked{dataset, assignment, resources.memoryBytes, job};
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
