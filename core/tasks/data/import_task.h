// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/job.h"
#include "core/base/part_of.h"
#include "core/ingest/load.h"
#include "core/ingest/workers/part_import.h"
#include "core/shards/restore/index_reader.h"

namespace masu::tasks {

struct ImportRequest {
  ingest::ImportPlan plan;
  ingest::LoadOptions load;
  Resources resources;
  std::filesystem::path saveRecipe = {};  ///< where the plan goes as a recipe, with the dataset; empty: nowhere
  std::vector<std::filesystem::path> alsoRead = {};  ///< beside what the plan names, such as the recipe it came from
  std::optional<PartOf> part = {};  ///< which of several workers this is; unset: the only one
};

struct ImportOutcome {
  ingest::ImportReport report;
  std::vector<Message> planned;  ///< the notes of the plan that hold of what was stored
  std::filesystem::path dataset;
  std::uint64_t peakMemoryBytes = 0;
  /// Of one of several workers; `report` is then of the import where this worker joined it, else of nothing.
  std::optional<ingest::ImportPartReport> part = {};
};

/// With request.load.write.resume it resumes what an interrupted import left; of several workers each always does.
/// Errors: a place to write to that is a source, or another one of its own; a recipe to save by one of several workers;
/// those of ingest::load() and ingest::importPart().
Result<ImportOutcome> runImport(const ImportRequest& request, const JobContext& job);

/// How many samples such an import had finished; 0 where there is none that this request could resume. Looks at
/// the disk for a moment.
std::uint64_t finishedBefore(const ImportRequest& request);

/// Whether an import to this dataset was interrupted, so that one of the same sources and recipe could resume it; also
/// while one is running. Looks at the disk for a moment.
bool isImportInterrupted(const std::filesystem::path& dataset);

/// The first records of a CSV that Masu wrote, such as a rejects file, its header before them; empty where it cannot be
/// read.
std::vector<std::vector<std::string>> firstRecords(const std::filesystem::path& file, std::size_t most);

struct RecipeRequest {
  const ingest::ImportPlan& plan;
  std::filesystem::path target;
  bool overwrite = false;
  std::vector<std::filesystem::path> alsoRead;
};
/// Writes the plan as a recipe. Errors: a target that is a source, or is there and may not be replaced.
Result<void> saveRecipe(const RecipeRequest& request);

/// An export of Masu, made a dataset again.
struct ReadBackRequest {
  std::filesystem::path source;
  std::filesystem::path target;
  store::WriteOptions write;
  Resources resources;
};

/// True where the sources are one export, and nobody said what else they are.
bool isReadBack(const ingest::ImportOptions& options);
/// What that export says of itself, or why it cannot be read; nothing where the sources are none.
std::optional<Result<shards::ExportedIndex>> exportAmong(const ingest::ImportOptions& options);
/// Errors: as for shards::restoreExport; an export that is to be shuffled.
Result<ImportOutcome> runReadBack(const ReadBackRequest& request, const JobContext& job);

}  // namespace masu::tasks
