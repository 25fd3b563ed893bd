// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/job.h"
#include "core/shards/export/export.h"
#include "core/shards/parts/part_export.h"

namespace masu::tasks {

struct ExportRequest {
  std::filesystem::path file;
  shards::ShardOptions options;
  Resources resources;
  std::optional<PartOf> part = {};  ///< what this worker writes of it; unset: all
};
struct ExportOutcome {
  std::vector<shards::ShardInfo> shards;
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;
  std::uint64_t diskFreeBytes = 0;
  bool lacksRoom = false;      ///< of a plan: the disk has not as much free, and nothing of it is there yet
  std::vector<Message> notes;  ///< what is written otherwise than one may think, or has no room
  std::optional<shards::PartReport> part = {};  ///< of a part that was asked for, whose shards are those above
};

Result<ExportOutcome> runExport(const ExportRequest& request, const JobContext& job);
/// What it would write, without writing.
Result<ExportOutcome> planExport(const ExportRequest& request, const std::stop_token& stop = {});
/// The same of a whole export, and what it would find and leave beside the shards.
struct PlannedExport {
  ExportOutcome outcome;
  shards::ExportFolderState folderState;
};
Result<PlannedExport> planExportFolder(const ExportRequest& request, const std::stop_token& stop = {});
/// Whether an export to this folder was stopped, so that one with the same choices could resume it; also while one is
/// running. Looks at the disk for a moment.
bool isExportInterrupted(const std::filesystem::path& folder);
/// The program that loads the export with a framework; see shards/loader_snippet.h.
Result<std::string> exportSnippet(const ExportRequest& request, shards::Framework framework);

}  // namespace masu::tasks
