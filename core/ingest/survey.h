// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

class RecordingCache;

/// Looks at head, middle and tail of the sources (the headers of recordings) and proposes a plan; writes nothing.
/// Reads a table whole where its numbers become codes, which need exact ranges; `resources` are for that.
/// Errors: nothing to read, a label column that is not there, no feature left: one sentence each.
/// Small recordings are kept in `cache`, where there is one, for an import that follows (LoadOptions::cache).
Result<ImportPlan> survey(const ImportOptions& options, const JobContext& job, const Resources& resources = {},
                          std::shared_ptr<RecordingCache> cache = nullptr);

/// Applies options that changed (roles, types, label) to a plan without reading again where that is enough.
/// A recipe's plan is bound to the sources of `options` the same way. Errors: also a list of labels outside of the
/// sources that only the recipe asks for.
Result<ImportPlan> replan(const ImportPlan& plan, const ImportOptions& options, const JobContext& job,
                          const Resources& resources = {}, std::shared_ptr<RecordingCache> cache = nullptr);

}  // namespace masu::ingest
