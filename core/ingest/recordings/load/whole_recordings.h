// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/recordings/load/recording_journal.h"
#include "core/ingest/recordings/load/usable_recordings.h"
#include "core/ingest/recordings/load/window_stats.h"

namespace masu::ingest {

/// Stores recordings whole, frame after frame, and where their windows are: windows that overlap take no space. After
/// a failure nothing more is stored, but all recordings are still tried, so that the failures of a plan are known
/// together. Memory: some megabytes a thread.
/// Requires: the target's writer was made for objectsOf(plan), and plan.options.recordings.keep says recordings.
Result<WindowStats> storeWholeRecordings(const ImportPlan& plan, const UsableRecordings& usable,
                                         const RecordingTarget& target, const Resources& resources,
                                         const JobContext& job);

}  // namespace masu::ingest
