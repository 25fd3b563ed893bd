// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/cluster/worker_part.h"

#include "core/flow/process_group.h"

namespace masu::tasks {

Result<WorkerPart> partOfThisWorker(const Resources& asked) {
  MASU_TRY(const flow::Worker worker, flow::workerFrom(flow::processEnvironment()));
  return WorkerPart{worker.part, flow::resolve(asked, worker)};
}

}  // namespace masu::tasks
