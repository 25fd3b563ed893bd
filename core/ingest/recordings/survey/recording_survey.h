// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

class RecordingCache;

/// Reads the headers of all recordings below the sources and proposes a plan with an exact number of samples. What
/// cannot be read, has another rate or other channels than most, or no label where one was asked for, is in the plan
/// with its problem. Errors: no recordings, none usable, lengths that differ where no window was given, a rule that is
/// not valid. Small recordings are kept in `cache`, where there is one, for an import that follows.
Result<ImportPlan> surveyRecordings(const ImportOptions& options, const JobContext& job,
                                    const Resources& resources = {}, std::shared_ptr<RecordingCache> cache = nullptr);

}  // namespace masu::ingest
