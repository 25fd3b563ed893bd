#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/estimate/measurement.h"
#include "core/metrics/run_spec.h"

namespace masu::tasks {

/// Begins the run in masu-train, a few steps on real batches, and tells what it took. Writes nothing.
/// Errors: those of the worker; worker not installed.
Result<estimate::Measurement> measureRun(const metrics::RunSpec& spec, const JobContext& job);

}  // namespace masu::tasks
