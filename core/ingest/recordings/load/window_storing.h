// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/recordings/load/recording_journal.h"
#include "core/ingest/recordings/load/usable_recordings.h"
#include "core/ingest/recordings/load/window_stats.h"

namespace masu::ingest {

// Both store the windows of the usable recordings. After a failure nothing more is stored, but all recordings are still
// tried, so that the failures of a plan are known together. Requires: the target's writer was made for objectsOf(plan).

/// Reads every window and stores it, chunk by chunk. Memory: about two chunks and one window a thread.
Result<WindowStats> cutWindows(const ImportPlan& plan, const UsableRecordings& usable, const RecordingTarget& target,
                               const Resources& resources, const JobContext& job);

/// Stores recordings whole, frame after frame, and where their windows are: windows that overlap take no space. Memory:
/// some megabytes a thread. Requires: plan.options.recordings.keep says recordings.
Result<WindowStats> storeWholeRecordings(const ImportPlan& plan, const UsableRecordings& usable,
                                         const RecordingTarget& target, const Resources& resources,
                                         const JobContext& job);

}  // namespace masu::ingest
