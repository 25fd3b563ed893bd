#include "core/tasks/import_task.h"

#include "core/flow/machine.h"

namespace masu::tasks {

Result<ImportOutcome> runImport(const ImportRequest& request, const JobContext& job) {
  ImportOutcome outcome;
  MASU_TRY(outcome.report, ingest::load(request.plan, request.load, request.resources, job));
  outcome.dataset = request.load.target;
  outcome.peakMemoryBytes = flow::peakMemory().value;
  return outcome;
}

}  // namespace masu::tasks
