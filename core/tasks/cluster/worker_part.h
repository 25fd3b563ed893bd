// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/part_of.h"
#include "core/base/result.h"
#include "core/flow/process_group.h"

namespace masu::tasks {

/// What a worker is to do of an import, an export or a conversion, and with what.
struct WorkerPart {
  PartOf part;
  Resources resources;  ///< as asked for; else its equal share of those of its machine
};

/// That of this process, `--part auto`: by its rank among the processes that torchrun, mpirun or srun started, or by
/// its task in a job array of Slurm; see flow::workerFrom().
/// Errors: Errc::invalidArgument, in a sentence that names the variables. Threads: none may set variables meanwhile.
inline Result<WorkerPart> partOfThisWorker(const Resources& asked) {
  MASU_TRY(const flow::Worker worker, flow::workerFrom(flow::processEnvironment()));
  return WorkerPart{worker.part, flow::resolve(asked, worker)};
}

}  // namespace masu::tasks
