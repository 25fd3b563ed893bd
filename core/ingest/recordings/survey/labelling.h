// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/recordings/read/recording_files.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::ingest {

/// Fills labels, of recordings or of their segments, and groups as plan.options.recordings says. A recording that the
/// rule says nothing of gets that as its problem. `files` and `headers` are parallel to plan.recordings().files.
/// Errors: a rule that is not valid, a list that cannot be read, no list for each source; labels that take more memory
/// than there is.
Result<void> labelRecordings(ImportPlan& plan, const std::vector<RecordingFile>& files,
                             const std::vector<waveform::RecordingInfo>& headers, const Resources& resources);

}  // namespace masu::ingest
