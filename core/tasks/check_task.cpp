#include "core/tasks/check_task.h"

#include <algorithm>

#include "core/flow/machine.h"

namespace masu::tasks {

Result<CheckOutcome> check(const CheckRequest& request, const JobContext& job) {
  MASU_TRY(const auto dataset, store::Dataset::open(request.file));
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset->path(), dataset->uuid(), dataset->samples()));
  MASU_TRY(const store::Assignment assignment, splits.read(request.manifest));
  CheckOutcome outcome;
  MASU_TRY(outcome.checks, manifest::checkSplit(*dataset, assignment, flow::resolve(request.resources), job));
  outcome.passed = std::ranges::all_of(outcome.checks, &manifest::Check::passed);
  return outcome;
}

}  // namespace masu::tasks
