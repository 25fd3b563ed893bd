// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

class RecordingCache;

/// How long an import will take, from parsing a short piece of the first source on one thread; for recordings from the
/// bytes to copy. Seconds; 0 where nothing can be measured.
double secondsForecast(const ImportPlan& plan, unsigned threads);

/// What the blocks in work will take together, or recordings beside those in the cache of their survey, which may be
/// null; the budget bounds it further.
std::uint64_t memoryForecast(const ImportPlan& plan, const Resources& resources, const RecordingCache* cache);

}  // namespace masu::ingest
