// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <variant>

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/recordings/survey/recording_survey.h"

namespace masu::ingest {

/// A folder or an archive in which no name says what the files are: samples without a header, perhaps.
struct NeedsLayout {
  Error why;
};
/// Tables in a folder or an archive that do not go together as one: each may be a recording.
struct NotOneTable {
  Error why;
};
/// What a survey comes to: a plan, or what people have to say before there can be one.
using Surveyed = std::variant<ImportPlan, NeedsWindow, NeedsLayout, NotOneTable>;

/// What people have to say, as a failure, for whoever cannot ask.
Error errorOf(const NeedsLayout& needed);
Error errorOf(const NotOneTable& tables);

/// Looks at head, middle and tail of the sources (the headers of recordings) and proposes a plan; writes nothing.
/// Reads a table whole where its numbers become codes, which need exact ranges; `resources` are for that.
/// Small recordings are kept in `cache`, where there is one, for an import that follows (LoadOptions::cache).
/// Errors: nothing to read, a label column that is not there, no feature left: one sentence each.
Result<Surveyed> look(const ImportOptions& options, const JobContext& job, const Resources& resources = {},
                      std::shared_ptr<RecordingCache> cache = nullptr);

/// Applies options that changed (roles, types, label) to a plan without reading again where that is enough.
/// A recipe's plan is bound to the sources of `options` the same way. Errors: also a list of labels outside of the
/// sources that only the recipe asks for.
Result<Surveyed> lookAgain(const ImportPlan& plan, const ImportOptions& options, const JobContext& job,
                           const Resources& resources = {}, std::shared_ptr<RecordingCache> cache = nullptr);

/// look() and lookAgain() for the plan alone. Errors: also errorOf().
Result<ImportPlan> survey(const ImportOptions& options, const JobContext& job, const Resources& resources = {},
                          std::shared_ptr<RecordingCache> cache = nullptr);
Result<ImportPlan> replan(const ImportPlan& plan, const ImportOptions& options, const JobContext& job,
                          const Resources& resources = {}, std::shared_ptr<RecordingCache> cache = nullptr);
/// replan() of a recipe for recordings that a model is asked about: each has to have the channels that `known` says it
/// learned from.
Result<ImportPlan> replanLearned(const ImportPlan& recipe, const ImportOptions& options, const KnownRecordings& known,
                                 const JobContext& job, const Resources& resources = {},
                                 std::shared_ptr<RecordingCache> cache = nullptr);

}  // namespace masu::ingest
