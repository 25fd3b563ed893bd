// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::ingest {

class RecordingCache;

/// Decides the type that the samples of recordings are stored in, and describes the channels in plan.columns, with the
/// unit that all recordings give. The type is the recordings' own integers, f32 for decimals, or what was asked.
/// i8 and i16 are codes with steps for each channel where they do not hold the values as they are, over the exact
/// range, for which the recordings are read whole. Under `auto` integers become as narrow as their values allow, and
/// decimals become codes where the tolerance is met. Recordings of several full scales become fractions of it, since 8,
/// 16 and 24 bits count in other units; all are brought to the scale that was asked for where there is one. Errors: a
/// type asked for that cannot hold the values; codes of whole recordings; cancelled. `cache`: recordings that are read
/// already.
Result<void> settleChannelTypes(ImportPlan& plan, const std::vector<waveform::RecordingInfo>& headers,
                                const RecordingCache& cache, const Resources& resources, const JobContext& job);

}  // namespace masu::ingest
