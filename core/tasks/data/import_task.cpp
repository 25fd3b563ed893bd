// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/import_task.h"

#include <chrono>
#include <optional>
#include <span>
#include <utility>

#include "core/base/figure_text.h"
#include "core/base/units.h"
#include "core/csv/detection/first_records.h"
#include "core/flow/machine.h"
#include "core/ingest/journal/rejects_file.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/table/survey/table_notes.h"
#include "core/io/atomic_file.h"
#include "core/io/file.h"
#include "core/shards/export/index_writer.h"
#include "core/shards/restore/restore.h"
#include "core/store/write/dataset_writer.h"
#include "core/store/write/publish.h"
#include "core/tasks/data/import_size.h"
#include "core/tasks/files/checked_targets.h"
#include "core/tasks/files/disk_room.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> allRead(const ingest::ImportPlan& plan, const std::vector<fs::path>& more) {
  std::vector<fs::path> files = filesRead(plan);
  files.insert(files.end(), more.begin(), more.end());
  return files;
}

Result<void> checkPlaces(const ImportRequest& request) {
  std::vector<io::OutputTarget> targets = datasetTargets(request.load.target, "--out");
  targets.push_back({ingest::rejectsPathOf(request.load), "--rejects"});
  targets.push_back({request.saveRecipe, "--save-recipe"});
  return io::checkTargets(allRead(request.plan, request.alsoRead), targets);
}

/// Refused beforehand only where there is no doubt, which there is of tables; a disk that fills up all the same stops
/// the import then. Of one that is resumed, or shared by several workers, some is there already.
Result<void> checkRoom(const ImportRequest& request) {
  if (request.load.write.resume || request.part) return {};
  const std::uint64_t bytes = leastDatasetBytes(request.plan);
  const std::uint64_t freeBytes = freeBytesAt(request.load.target);
  // A file system without figures says 0, too, and a disk that is full ends the import at once.
  if (bytes <= freeBytes || freeBytes == 0) return {};
  const std::string place = request.load.target.string();
  return fail(Errc::noSpace,
              MASU_TEXT("core",
                        "The dataset needs at least {0}, but only {1} is free for {2}. Free some space, choose another "
                        "place, or store narrower values (--dtype auto)."),
              {bytesText(static_cast<double>(bytes)), bytesText(static_cast<double>(freeBytes)), place}, {place});
}

/// The import may have stored wider features than were planned.
std::vector<Message> notesThatHold(const ingest::ImportPlan& plan, const table::Schema& schema) {
  const std::vector<std::size_t> features = schema.indicesOf(table::Role::feature);
  if (plan.ofRecordings() || features.empty()) return plan.notes;
  return ingest::notesThatHold(plan, schema.columns[features.front()].stored);
}

/// The recipe's file, which appears when it is committed.
Result<io::AtomicFile> recipeFile(const ingest::ImportPlan& plan, const fs::path& target, bool overwrite) {
  MASU_TRY(io::AtomicFile file, io::AtomicFile::create(target, overwrite ? io::Overwrite::yes : io::Overwrite::no));
  MASU_CHECK(file.append(ingest::recipeFrom(plan)));
  return file;
}

Error recipeOfMany(const fs::path& target) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "Each of several workers would write {0}. Import without --part, or save the recipe with masu "
                    "inspect."),
          {target.string()},
          {target.string()}};
}

/// Fills report and part.
Result<void> load(const ImportRequest& request, const JobContext& job, ImportOutcome& outcome) {
  if (!request.part) {
    MASU_TRY(outcome.report, ingest::load(request.plan, request.load, request.resources, job));
    return {};
  }
  const ingest::ImportPart part{.sizes = ingest::rangeSizesFor(request.plan.sourceBytes)};
  MASU_TRY(outcome.part, ingest::importPart(request.plan, request.load, part, request.resources, job));
  if (outcome.part->import) outcome.report = std::move(*std::exchange(outcome.part->import, std::nullopt));
  return {};
}

/// What reading an export back reads: the shards of a folder, or the bundle.
std::vector<fs::path> filesOfExport(const fs::path& source) {
  std::vector<fs::path> files = {source};
  std::error_code error;
  const fs::path folder = fs::is_directory(source, error) ? source : source.parent_path();
  for (const std::string& path : shards::filesListed(folder)) files.push_back(folder / path);
  return files;
}

void noteReplacedSplits(const fs::path& place, ImportOutcome& outcome) {
  if (place.empty()) return;
  outcome.report.notes.push_back(
      {MASU_TEXT("core", "The splits file that was there before is kept as {0}."), {place.string()}});
}

}  // namespace

Result<ImportOutcome> runImport(const ImportRequest& request, const JobContext& job) {
  MASU_CHECK(checkPlaces(request));
  MASU_CHECK(checkRoom(request));
  std::optional<io::AtomicFile> recipe;
  if (!request.saveRecipe.empty()) {
    if (request.part) return fail(recipeOfMany(request.saveRecipe));
    MASU_TRY(recipe, recipeFile(request.plan, request.saveRecipe, request.load.write.overwrite));
  }
  const fs::path replaced = store::placeOfReplacedSplits(request.load.target);
  ImportOutcome outcome;
  MASU_CHECK(load(request, job, outcome));
  // Of several workers only one has replaced them.
  if (outcome.report.samples > 0) noteReplacedSplits(replaced, outcome);
  outcome.planned = notesThatHold(request.plan, outcome.report.schema);
  if (recipe) MASU_CHECK(recipe->commit());
  outcome.dataset = request.load.target;
  outcome.peakMemoryBytes = flow::peakMemory().value;
  return outcome;
}

Result<void> saveRecipe(const RecipeRequest& request) {
  const std::vector<io::OutputTarget> targets = {{request.target, "--save-recipe"}};
  MASU_CHECK(io::checkTargets(allRead(request.plan, request.alsoRead), targets));
  MASU_TRY(io::AtomicFile file, recipeFile(request.plan, request.target, request.overwrite));
  return file.commit();
}

std::vector<std::vector<std::string>> firstRecords(const fs::path& file, std::size_t most) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 20;
  const auto opened = io::File::openRead(file);
  if (!opened) return {};
  const auto size = opened->size();
  if (!size) return {};
  std::string bytes(std::min(*size, kMostBytes), '\0');
  if (!opened->readAt(0, std::as_writable_bytes(std::span(bytes)))) return {};
  csv::Dialect dialect;
  dialect.trimBlanks = false;
  return csv::firstRecords(bytes, bytes.size() == *size, dialect, most + 1);
}

std::uint64_t finishedBefore(const ImportRequest& request) {
  return ingest::finishedBefore(request.load.target, request.plan, request.load.write.partBytes);
}

bool isImportInterrupted(const std::filesystem::path& dataset) {
  return store::interruptedImport(dataset).has_value();
}

bool isReadBack(const ingest::ImportOptions& options) {
  const bool one = options.sources.size() == 1 && options.as == ingest::SourceKind::automatic;
  return one && shards::isExport(options.sources.front());
}

std::optional<Result<shards::ExportedIndex>> exportAmong(const ingest::ImportOptions& options) {
  if (!isReadBack(options)) return std::nullopt;
  return shards::indexOfExport(options.sources.front());
}

Result<ImportOutcome> runReadBack(const ReadBackRequest& request, const JobContext& job) {
  if (request.write.shuffle) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} is an export: it is restored as the dataset it was made from, in the same order. "
                          "Leave the shuffling out."),
                {request.source.string()}, {request.source.string(), 0, 0});
  }
  MASU_CHECK(io::checkTargets(filesOfExport(request.source), datasetTargets(request.target, "--out")));
  const auto begun = std::chrono::steady_clock::now();
  const fs::path replaced = store::placeOfReplacedSplits(request.target);
  MASU_TRY(const auto done,
           shards::restoreExport(request.source, request.target, request.write, request.resources, job));
  ImportOutcome outcome;
  noteReplacedSplits(replaced, outcome);
  outcome.report.records = done.samples;
  outcome.report.samples = done.samples;
  outcome.report.bytesRead = done.bytesRead;
  outcome.report.bytesWritten = done.bytesWritten;
  outcome.report.syncSeconds = done.syncSeconds;
  outcome.report.seconds = secondsSince(begun);
  outcome.dataset = request.target;
  outcome.peakMemoryBytes = flow::peakMemory().value;
  return outcome;
}

}  // namespace masu::tasks
