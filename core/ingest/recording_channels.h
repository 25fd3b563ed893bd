#pragma once

#include <cstddef>
#include <vector>

#include "core/ingest/import_plan.h"
#include "core/waveform/recording_source.h"

namespace masu::ingest {

/// Where the plan's channels are among those of a recording, in the plan's order; those that it lacks are left out.
std::vector<std::size_t> channelPlaces(const ImportPlan& plan, const waveform::RecordingInfo& info);

/// What a sample of a recording is worth in the plan: itself, or its share of full scale where formats meet.
double plannedValue(const ImportPlan& plan, const waveform::RecordingInfo& info, double sample);

}  // namespace masu::ingest
