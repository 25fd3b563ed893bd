// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/survey.h"

#include <filesystem>
#include <type_traits>
#include <utility>

#include "core/ingest/labels/label_codes.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/recordings/survey/recording_survey.h"
#include "core/ingest/sources/sources.h"
#include "core/ingest/table/survey/table_plan.h"
#include "core/ingest/table/survey/table_survey.h"
#include "core/io/archive_reader.h"

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

/// A folder or an archive, whose files may be several things.
bool holdsFiles(const ImportOptions& options) {
  if (options.sources.size() != 1) return false;
  std::error_code ignored;
  return std::filesystem::is_directory(options.sources.front(), ignored) || io::isArchive(options.sources.front());
}

bool namesSayNothing(const ImportOptions& options) {
  if (!holdsFiles(options) || options.recordings.raw) return false;
  ImportOptions named;
  named.sources = options.sources;
  const auto kind = kindOf(named);
  return !kind && (kind.error().code == Errc::notFound || kind.error().code == Errc::noSamples);
}

Result<Surveyed> failed(const ImportOptions& options, Error error) {
  if (namesSayNothing(options)) return NeedsLayout{std::move(error)};
  return fail(std::move(error));
}

Result<Surveyed> surveyed(Result<std::variant<ImportPlan, NeedsWindow>> found) {
  if (!found) return fail(std::move(found.error()));
  return std::visit([](auto&& each) { return Surveyed(std::forward<decltype(each)>(each)); }, std::move(*found));
}

Result<ImportPlan> planIn(Result<Surveyed> surveyed) {
  if (!surveyed) return fail(std::move(surveyed.error()));
  const auto plan = [](auto&& each) -> Result<ImportPlan> {
    if constexpr (std::is_same_v<std::decay_t<decltype(each)>, ImportPlan>)
      return std::forward<decltype(each)>(each);
    else
      return fail(errorOf(each));
  };
  return std::visit(plan, std::move(*surveyed));
}

/// A recipe for recordings, bound to the sources of `options`: it cuts other recordings as it cut its own, which may
/// have shared one length.
Result<Surveyed> boundTo(const ImportPlan& recipe, const ImportOptions& options, KnownRecordings known,
                         const JobContext& job, const Resources& resources, std::shared_ptr<RecordingCache> cache) {
  MASU_CHECK(checkListsStated(recipe.options.recordings, options.recordings));
  ImportOptions asked = recipe.options;
  asked.sources = options.sources;
  asked.as = SourceKind::recordings;
  asked.recordings.labelFiles = options.recordings.labelFiles;
  known.window = recipe.recordings().window;
  MASU_TRY(Surveyed found, surveyed(lookAtRecordings(asked, job, resources, std::move(cache), known)));
  auto* bound = std::get_if<ImportPlan>(&found);
  if (bound != nullptr && bound->target == store::Target::classes)
    bound->classes = extended(recipe.classes, bound->classes);
  return found;
}

}  // namespace

Error errorOf(const NeedsLayout& needed) {
  return needed.why;
}

Error errorOf(const NotOneTable& tables) {
  return tables.why;
}

Result<Surveyed> look(const ImportOptions& options, const JobContext& job, const Resources& resources,
                      std::shared_ptr<RecordingCache> cache) {
  const auto kind = kindOf(options);
  if (!kind) return failed(options, kind.error());
  if (*kind == SourceKind::recordings) {
    auto found = lookAtRecordings(options, job, resources, std::move(cache));
    return found ? surveyed(std::move(found)) : failed(options, std::move(found.error()));
  }
  auto plan = surveyTable(options, nullptr, resources, job);
  if (plan) return Surveyed(std::move(*plan));
  const bool apart = options.as == SourceKind::automatic && holdsFiles(options);
  if (apart && plan.error().code == Errc::format) return NotOneTable{std::move(plan.error())};
  return fail(std::move(plan.error()));
}

Result<Surveyed> lookAgain(const ImportPlan& plan, const ImportOptions& options, const JobContext& job,
                           const Resources& resources, std::shared_ptr<RecordingCache> cache) {
  if (options.sources.empty()) return look(options, job, resources, std::move(cache));
  if (!plan.ofRecordings()) {
    MASU_TRY(ImportPlan table, replanTable(plan, options, job, resources));
    return table;
  }
  if (plan.sources.empty()) return boundTo(plan, options, {}, job, resources, std::move(cache));
  ImportOptions asked = options;
  asked.as = SourceKind::recordings;
  return surveyed(lookAtRecordings(asked, job, resources, std::move(cache)));
}

Result<ImportPlan> survey(const ImportOptions& options, const JobContext& job, const Resources& resources,
                          std::shared_ptr<RecordingCache> cache) {
  return planIn(look(options, job, resources, std::move(cache)));
}

Result<ImportPlan> replan(const ImportPlan& plan, const ImportOptions& options, const JobContext& job,
                          const Resources& resources, std::shared_ptr<RecordingCache> cache) {
  return planIn(lookAgain(plan, options, job, resources, std::move(cache)));
}

Result<ImportPlan> replanLearned(const ImportPlan& recipe, const ImportOptions& options, const KnownRecordings& known,
                                 const JobContext& job, const Resources& resources,
                                 std::shared_ptr<RecordingCache> cache) {
  return planIn(boundTo(recipe, options, known, job, resources, std::move(cache)));
}

}  // namespace masu::ingest
