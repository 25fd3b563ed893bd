// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/survey.h"

#include "core/ingest/labels/label_codes.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/recordings/survey/recording_survey.h"
#include "core/ingest/sources/sources.h"
#include "core/ingest/table/survey/table_plan.h"
#include "core/ingest/table/survey/table_survey.h"

namespace masu::ingest {

namespace {

/// What people did to roles by hand outlives a new reading where the column is still there.
void carryRoles(ImportPlan& plan, const ImportPlan& edited) {
  for (ColumnPlan& column : plan.columns) {
    for (const ColumnPlan& before : edited.columns) {
      if (before.name == column.name && before.kind == column.kind) column.role = before.role;
    }
  }
}

Result<ImportPlan> replanTable(const ImportPlan& plan, const ImportOptions& options, const JobContext& job,
                               const Resources& resources) {
  const bool unbound = plan.sources.empty();
  if (unbound) return surveyTable(options, &plan, resources, job);
  if (!readsDifferently(plan, options)) {
    ImportPlan changed = plan;
    MASU_CHECK(applyTableOptions(changed, options));
    MASU_CHECK(decideTable(changed, resources, job));
    return changed;
  }
  MASU_TRY(ImportPlan fresh, surveyTable(options, nullptr, resources, job));
  if (plan.options.sources != options.sources) return fresh;
  carryRoles(fresh, plan);
  MASU_CHECK(applyTableOptions(fresh, fresh.options));
  MASU_CHECK(decideTable(fresh, resources, job));
  return fresh;
}

}  // namespace

Result<ImportPlan> survey(const ImportOptions& options, const JobContext& job, const Resources& resources,
                          std::shared_ptr<RecordingCache> cache) {
  MASU_TRY(const SourceKind kind, kindOf(options));
  return kind == SourceKind::recordings ? surveyRecordings(options, job, resources, std::move(cache))
                                        : surveyTable(options, nullptr, resources, job);
}

Result<ImportPlan> replan(const ImportPlan& plan, const ImportOptions& options, const JobContext& job,
                          const Resources& resources, std::shared_ptr<RecordingCache> cache) {
  if (options.sources.empty()) return survey(options, job, resources, std::move(cache));
  if (!plan.ofRecordings()) return replanTable(plan, options, job, resources);
  const bool unbound = plan.sources.empty();
  if (unbound) MASU_CHECK(checkListsStated(plan.options.recordings, options.recordings));
  ImportOptions asked = unbound ? plan.options : options;
  asked.sources = options.sources;
  asked.as = SourceKind::recordings;
  // A recipe cuts other recordings as it cut its own, which may have shared one length.
  if (unbound) asked.recordings.labelFiles = options.recordings.labelFiles;
  if (unbound && asked.recordings.window == 0 && asked.recordings.windowSeconds == 0 &&
      plan.recordings().sampleShape.empty())
    asked.recordings.window = plan.recordings().window;
  MASU_TRY(ImportPlan bound, surveyRecordings(asked, job, resources, std::move(cache)));
  if (unbound && bound.target == store::Target::classes) bound.classes = extended(plan.classes, bound.classes);
  return bound;
}

}  // namespace masu::ingest
