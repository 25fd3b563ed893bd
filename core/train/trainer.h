#pragma once

#include <functional>

#include "core/base/job.h"
#include "core/estimate/model_footprint.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"

namespace masu::train {

/// Receives events in order, from the training thread.
using EventSink = std::function<void(const metrics::RunEvent&)>;

/// Runs a spec to its end: every model of it from one stream of batches. A stop request ends it after the step in hand,
/// with the last checkpoint in place, and returns Errc::cancelled.
Result<void> train(const metrics::RunSpec& spec, const EventSink& sink, const JobContext& job);

/// Traces each model of the spec on one sample and tells what it needs.
Result<std::vector<estimate::ModelFootprint>> trace(const metrics::RunSpec& spec);

}  // namespace masu::train
