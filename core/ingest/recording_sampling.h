#pragma once

#include "core/base/job.h"
#include "core/ingest/import_plan.h"

namespace masu::ingest {

/// Reads some frames from the middle of some recordings, spread evenly, into `sampled` and `stats` of plan.columns, one
/// a channel: what a narrower type would lose is told from them. What cannot be read is passed over; the import tells
/// it. Requires: the channels are described. Errors: cancelled.
Result<void> sampleChannels(ImportPlan& plan, const JobContext& job);

}  // namespace masu::ingest
