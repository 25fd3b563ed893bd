// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/export_task.h"

#include <set>
#include <system_error>

#include "core/base/figure_text.h"
#include "core/shards/export/index_writer.h"
#include "core/shards/plan/export_plan.h"
#include "core/shards/write/partial_place.h"
#include "core/store/read/dataset.h"
#include "core/tasks/files/checked_targets.h"
#include "core/tasks/files/disk_room.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;

Result<std::shared_ptr<const store::Dataset>> openFor(const ExportRequest& request) {
  if (request.options.out.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Choose a folder to export to."));
  }
  return store::Dataset::open(request.file);
}

ExportOutcome summed(std::vector<shards::ShardInfo> written, const shards::ShardOptions& options) {
  ExportOutcome outcome;
  outcome.shards = std::move(written);
  for (const shards::ShardInfo& shard : outcome.shards) {
    outcome.samples += shard.samples;
    outcome.bytes += shard.bytes;
  }
  outcome.diskFreeBytes = freeBytesAt(options.out);
  return outcome;
}

/// The shards to come, and what an export of before left there, which goes.
Result<void> checkPlaces(const store::Dataset& dataset, const fs::path& out, const ExportOutcome& planned) {
  std::set<fs::path> paths;
  for (const std::string& path : shards::filesListed(out)) paths.insert(out / path);
  for (const shards::ShardInfo& shard : planned.shards) {
    paths.insert(out / shard.path);
    for (const shards::ShardFile& file : shard.files) paths.insert(out / file.path);
  }
  std::vector<io::OutputTarget> targets;
  for (const fs::path& path : paths) targets.push_back({path, "--out"});
  return checkTargets(dataset, targets);
}

Message lackOfRoom(const ExportOutcome& plan, const fs::path& out) {
  return {
      MASU_TEXT("core",
                "The shards need about {0}, but only {1} is free at {2}. Free some space, or choose another place."),
      {bytesText(static_cast<double>(plan.bytes)), bytesText(static_cast<double>(plan.diskFreeBytes)), out.string()}};
}

/// `begun`: some of the shards are there already.
void noteLackOfRoom(const ExportRequest& request, bool begun, ExportOutcome& plan) {
  plan.lacksRoom = !begun && plan.diskFreeBytes < plan.bytes;
  if (plan.lacksRoom) plan.notes.push_back(lackOfRoom(plan, request.options.out));
}

}  // namespace

Result<ExportOutcome> planExport(const ExportRequest& request, const std::stop_token& stop) {
  MASU_TRY(const auto dataset, openFor(request));
  MASU_TRY(auto notes, shards::exportNotes(*dataset, request.options));
  MASU_TRY(auto planned, request.part ? shards::planPart(*dataset, request.options, *request.part, stop)
                                      : shards::planShards(*dataset, request.options, stop));
  ExportOutcome outcome = summed(std::move(planned), request.options);
  outcome.notes = std::move(notes);
  noteLackOfRoom(request, request.options.resume, outcome);
  return outcome;
}

Result<PlannedExport> planExportFolder(const ExportRequest& request, const std::stop_token& stop) {
  MASU_TRY(const auto dataset, openFor(request));
  MASU_TRY(auto notes, shards::exportNotes(*dataset, request.options));
  MASU_TRY(auto planned, shards::planFolder(*dataset, request.options, stop));
  PlannedExport folder{summed(std::move(planned.shards), request.options), std::move(planned.folderState)};
  folder.outcome.notes = std::move(notes);
  noteLackOfRoom(request, request.options.resume || folder.folderState.finished > 0, folder.outcome);
  return folder;
}

bool isExportInterrupted(const fs::path& folder) {
  const shards::PartialPlace place(folder);
  std::error_code ignored;
  if (fs::exists(place.journal, ignored)) return true;
  const fs::path aside = place.aside();
  return !aside.empty() && fs::exists(aside / place.journal.filename(), ignored);
}

Result<std::string> exportSnippet(const ExportRequest& request, shards::Framework framework) {
  MASU_TRY(const auto dataset, openFor(request));
  return shards::snippetFor(*dataset, request.options, framework, request.options.out.string());
}

Result<ExportOutcome> runExport(const ExportRequest& request, const JobContext& job) {
  MASU_TRY(const auto dataset, openFor(request));
  MASU_TRY(auto notes, shards::exportNotes(*dataset, request.options));
  const auto check = [&](const std::vector<shards::ShardInfo>& planned) -> Result<void> {
    const ExportOutcome plan = summed(planned, request.options);
    MASU_CHECK(checkPlaces(*dataset, request.options.out, plan));
    // One that is continued has some of its shards there already.
    if (request.options.resume || !isTooLarge(plan.bytes, plan.diskFreeBytes)) return {};
    const Message lack = lackOfRoom(plan, request.options.out);
    return fail(Errc::noSpace, lack.text, lack.arguments, {request.options.out.string()});
  };
  if (request.part) {
    MASU_TRY(shards::PartReport part,
             shards::exportPart(*dataset, request.options, *request.part, request.resources, job, check));
    ExportOutcome outcome = summed(std::move(part.shards), request.options);
    outcome.notes = std::move(notes);
    outcome.part = std::move(part);
    return outcome;
  }
  MASU_TRY(auto written, shards::writeShards(*dataset, request.options, request.resources, job, check));
  ExportOutcome outcome = summed(std::move(written), request.options);
  outcome.notes = std::move(notes);
  return outcome;
}

}  // namespace masu::tasks
