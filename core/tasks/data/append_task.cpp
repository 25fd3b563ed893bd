// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/append_task.h"

#include <algorithm>
#include <chrono>

#include "core/base/figure_text.h"
#include "core/base/name_list.h"
#include "core/base/units.h"
#include "core/flow/machine.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/recordings/survey/reconciliation.h"
#include "core/ingest/survey.h"
#include "core/manifest/draw/split_plan.h"
#include "core/rewrite/merging.h"
#include "core/rewrite/object_copy.h"
#include "core/rewrite/pyramid_joining.h"
#include "core/shards/restore/source_check.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"
#include "core/store/write/dataset_writer.h"
#include "core/table/number_text.h"
#include "core/table/unit_text.h"
#include "core/tasks/files/checked_targets.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::tasks {

namespace {

using store::Dataset;
using store::ObjectInfo;

class Append {
 public:
  Append(const AppendRequest& request, const JobContext& job)
      : m_request(request),
        m_job(job),
        m_cache(std::make_shared<ingest::RecordingCache>(ingest::RecordingCache::allowance(request.resources))) {}

  Result<AppendOutcome> run();

 private:
  Result<void> open();
  Result<ingest::ImportOptions> optionsFor(const ingest::ImportPlan& recipe) const;
  Result<ingest::ImportPlan> planned() const;
  Result<void> checkPlaces(const ingest::ImportPlan& plan) const;
  Result<void> import(const ingest::ImportPlan& plan);
  Result<void> copy();
  Result<void> finish();
  void placeByHash();
  Result<void> place(const Dataset& dataset, store::SplitsFile& splits, const store::StoredManifest& manifest,
                     const manifest::SplitPlan& plan) const;
  void noteFrozen(const std::vector<std::string>& manifests);
  void noteNewCategories();

  const AppendRequest& m_request;
  const JobContext& m_job;
  std::shared_ptr<ingest::RecordingCache> m_cache;  ///< from the plan to the import
  std::shared_ptr<const Dataset> m_dataset;
  std::vector<ObjectInfo> m_objects;  ///< what the part will hold, texts left out; levels of a pyramid at the end
  std::size_t m_copied = 0;           ///< how many of them are not such levels
  store::WriteOptions m_options;
  std::unique_ptr<store::DatasetWriter> m_writer;
  std::shared_ptr<const Dataset> m_added;  ///< the new sources alone
  std::optional<rewrite::CodeMerging> m_codes;
  AppendOutcome m_outcome;
};

Result<void> Append::open() {
  MASU_TRY(m_dataset, Dataset::open(m_request.file));
  if (m_dataset->meta().recipe.empty()) {
    return fail(
        Errc::unsupported,
        MASU_TEXT("core", "{0} does not record how it was imported, so nothing can be appended in the same way."),
        {m_request.file.string()}, {m_request.file.string(), 0, 0});
  }
  if (m_dataset->edition().number > 0) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "The labels of {0} were edited, and the edits are of its samples as they are. Write a "
                          "dataset with them (masu convert --apply-edits), and append to that."),
                {m_request.file.string()}, {m_request.file.string(), 0, 0});
  }
  m_options = {.sync = m_request.sync, .appendTo = m_dataset};
  if (const auto carried = rewrite::carryManifests(*m_dataset, m_options); !carried)
    m_outcome.splitsProblem = carried.error();
  for (const ObjectInfo& object : m_dataset->storedObjects()) {
    if (object.first > 0 || object.isText() || rewrite::isPyramid(object)) continue;
    ObjectInfo& added = m_objects.emplace_back(object);
    added.chunkSamples = 0;
    added.samples = 0;
  }
  m_copied = m_objects.size();
  if (const auto recordings = store::wholeObject(*m_dataset, "recordings")) {
    const auto levels = rewrite::everyLevel(*recordings);
    m_objects.insert(m_objects.end(), levels.begin(), levels.end());
  }
  return {};
}

/// Whole numbers and the fractions that resampling makes of them are alike where the dataset stores decimals.
bool areAlike(const ingest::SampleScale& stored, const ingest::SampleScale& added, const ingest::ImportPlan& recipe) {
  const bool decimals = recipe.options.dtype && !table::isInteger(*recipe.options.dtype);
  return stored == added || (decimals && stored.sound && added.sound && stored.full == added.full);
}

/// Recordings of another scale or rate would be stored beside the dataset's as if they were alike. Recipes of earlier
/// versions do not record the scale: what the type of the samples shows is compared then.
Result<void> checkAlike(const ingest::ImportPlan& recipe, const ingest::ImportPlan& plan, const std::string& file) {
  const std::optional<ingest::SampleScale>& stored = recipe.recordings().scale;
  const std::optional<ingest::SampleScale>& added = plan.recordings().scale;
  if (stored && added && !areAlike(*stored, *added, recipe)) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "The samples of the new recordings are {0}, those of {1} were {2}, as type (full scale). "
                          "Import all recordings together, which brings them to one scale."),
                {ingest::scaleText(*added), file, ingest::scaleText(*stored)}, {file, 0, 0});
  }
  MASU_CHECK(ingest::checkUnpackedAlike(recipe, plan));
  if (recipe.recordings().rate > 0 && plan.recordings().rate > 0 &&
      recipe.recordings().rate != plan.recordings().rate) {
    const auto text = [](double rate) { return table::numberText(rate, table::DType::f64); };
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "The new recordings have {0} frames a second, those of {1} have {2}. Import all recordings "
                          "together with --rate {2}, which resamples them."),
                {text(plan.recordings().rate), file, text(recipe.recordings().rate)}, {file, 0, 0});
  }
  return {};
}

/// A channel in another unit would be stored beside the dataset's values as if they were alike.
Result<void> checkUnits(const Dataset& dataset, const ingest::ImportPlan& plan) {
  const auto& recordings = plan.recordings().files;
  const auto usable = std::ranges::find_if(recordings, [](const auto& recording) { return recording.problem.empty(); });
  for (const ingest::ColumnPlan& column : plan.columns) {
    const table::Column* stored = dataset.meta().schema.find(column.name);
    if (stored == nullptr || stored->unit.empty() || column.unit.empty()) continue;
    if (table::isSameUnit(column.unit, stored->unit)) continue;
    const std::string file = dataset.path().string();
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "Channel {0} is in {1} in {2}, and in {3} in {4}: their values do not go together. Append "
                          "recordings of the same unit, or bring them to it before."),
                {column.name, column.unit, usable == recordings.end() ? "" : usable->path, stored->unit, file},
                {file, 0, 0});
  }
  return {};
}

/// A rule only confirms the dataset's own, by which everything in it is labelled and grouped.
Result<void> checkRule(const std::string& option, const std::string& stated, const std::string& own,
                       const std::string& file) {
  if (stated.empty() || stated == own) return {};
  if (own.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} {1} cannot be used: {2} was imported without such a rule. Leave {0} out."),
                {option, stated, file}, {file, 0, 0});
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} {1} cannot be used: {2} was imported with {0} {3}, and sources are appended by the same "
                        "rule. Leave {0} out, or repeat that rule."),
              {option, stated, file, own}, {file, 0, 0});
}

/// What a table grows by is text: another dataset is named as one, with how to get its samples across.
Result<void> checkNoDataset(const std::vector<std::filesystem::path>& sources, const std::string& file) {
  for (const std::filesystem::path& source : sources) {
    if (!Dataset::open(source)) continue;
    const std::string path = source.string();
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "{0} is a Masu dataset, and {1} is one of a table, to which tables as text are appended. "
                          "Append the sources of {0}, or export it as CSV and append that."),
                {path, file}, {path, 0, 0});
  }
  return {};
}

/// The options of the dataset's recipe for the new sources, and the rules that were stated. Lists of labels in IDX
/// files belong to sources, not to a recipe: those of the new sources are named by such a rule.
Result<ingest::ImportOptions> Append::optionsFor(const ingest::ImportPlan& recipe) const {
  ingest::ImportOptions options = recipe.options;
  options.sources = m_request.sources;
  const std::string file = m_request.file.string();
  const ingest::RecordingOptions& own = recipe.options.recordings;
  ingest::RecordingOptions stated;
  ingest::setLabelRule(stated, m_request.labelFrom);
  const bool lists = recipe.ofRecordings() && own.labelFrom.empty() && !stated.labelFiles.empty();
  if (!lists) MASU_CHECK(checkRule("--label-from", m_request.labelFrom, own.labelFrom, file));
  MASU_CHECK(checkRule("--group-from", m_request.groupFrom, own.groupFrom, file));
  options.recordings.labelFrom = stated.labelFrom;
  options.recordings.labelFiles = stated.labelFiles;
  options.recordings.groupFrom = m_request.groupFrom;
  return options;
}

/// The recipe of the dataset bound to the new sources, with the types that the dataset has.
Result<ingest::ImportPlan> Append::planned() const {
  MASU_TRY(ingest::ImportPlan recipe, ingest::planFromRecipe(m_dataset->meta().recipe));
  if (m_request.longestRecord) {
    if (!recipe.ofRecordings()) recipe.table().dialect.longestRecord = *m_request.longestRecord;
    recipe.options.table.longestRecord = m_request.longestRecord;  // of recordings as text
  }
  const ObjectInfo* features = m_dataset->find("features");
  if (features == nullptr) features = m_dataset->find("recordings");
  if (recipe.ofRecordings() && features != nullptr) {
    // Samples that the dataset's type does not hold are refused, as by an import with that type.
    recipe.options.dtype = features->dtype;
    recipe.options.autoType = false;
  }
  MASU_TRY(const ingest::ImportOptions options, optionsFor(recipe));
  if (!recipe.ofRecordings()) MASU_CHECK(checkNoDataset(m_request.sources, m_request.file.string()));
  MASU_TRY(ingest::ImportPlan plan, ingest::replan(recipe, options, m_job, m_request.resources, m_cache));
  if (recipe.ofRecordings()) {
    MASU_CHECK(checkAlike(recipe, plan, m_request.file.string()));
    MASU_CHECK(checkUnits(*m_dataset, plan));
  }
  plan.options.compression = store::Compression::none;  // it is copied once more
  for (ingest::ColumnPlan& column : plan.columns) {
    const table::Column* stored = m_dataset->meta().schema.find(column.name);
    if (stored == nullptr) continue;
    if (column.role == table::Role::kept || column.role == table::Role::label)
      column.wide = stored->stored == table::DType::i64;
    if (column.role != table::Role::kept || column.kind != table::Kind::time) continue;
    // Kept times count from an origin where the first sources had fractions that need one.
    column.origin = stored->origin;
    column.sampled = {stored->origin != 0 ? 0.1 : 0.0};
  }
  if (features == nullptr) return plan;
  plan.dtype = features->dtype;
  const bool affine = features->dtype == table::DType::i8 || features->dtype == table::DType::i16;
  for (ingest::ColumnPlan& column : plan.columns) {
    const table::Column* stored = m_dataset->meta().schema.find(column.name);
    if (!affine || stored == nullptr || column.role != table::Role::feature) column.steps.reset();
  }
  return plan;
}

std::filesystem::path rejectsOf(const std::filesystem::path& dataset) {
  return std::filesystem::path(dataset) += ".rejects.csv";
}

/// Nothing of the dataset, nor what is written beside it, may be among the new sources.
Result<void> Append::checkPlaces(const ingest::ImportPlan& plan) const {
  std::vector<io::OutputTarget> targets = datasetTargets(m_request.file, "FILE");
  targets.push_back({rejectsOf(m_request.file), "FILE"});
  return io::checkTargets(filesRead(plan), targets);
}

Result<void> Append::import(const ingest::ImportPlan& plan) {
  ingest::LoadOptions load;
  load.target = m_writer->folder() / "added.h5";
  load.rejects = m_writer->folder() / "added.rejects.csv";
  load.write = {.overwrite = true, .sync = false};
  load.allowLateValues = true;
  load.fixedFeatures = true;
  load.cache = m_cache;
  MASU_TRY(m_outcome.report, ingest::load(plan, load, m_request.resources, m_job));
  m_outcome.report.notes.insert(m_outcome.report.notes.begin(), plan.notes.begin(), plan.notes.end());
  MASU_TRY(m_added, Dataset::open(load.target));
  MASU_CHECK(rewrite::checkSameShape(*m_dataset, *m_added));
  MASU_TRY(m_codes, rewrite::CodeMerging::of(*m_dataset, *m_added));
  return {};
}

Result<void> Append::copy() {
  const std::span copied = std::span(m_objects).first(m_copied);
  const auto join = [this, copied](const ObjectInfo& object, std::vector<std::byte>& samples) {
    const auto stored = std::ranges::find(copied, object.name, &ObjectInfo::name);
    m_codes->apply(object, stored->dtype, samples);
  };
  MASU_CHECK(rewrite::copyObjects({.from = *m_added,
                                   .to = *m_writer,
                                   .objects = copied,
                                   .change = join,
                                   .stage = MASU_TEXT("core", "Appending"),
                                   .resources = m_request.resources},
                                  m_job));
  if (m_copied == m_objects.size()) return {};
  return rewrite::joinPyramids({*m_dataset, *m_added, *m_writer, m_copied}, m_job);
}

/// The writer lets go of them (see store::Publication): old samples stay where they are, the hash does not.
void Append::noteFrozen(const std::vector<std::string>& manifests) {
  m_outcome.unfrozen = manifests;
  for (const std::string& manifest : manifests) {
    m_outcome.report.notes.push_back(
        {MASU_TEXT("core",
                   "The manifest {0} was frozen. The samples it had are in the splits they were in, but with new ones "
                   "its hash has changed, so it is no longer frozen. Freeze it again to keep it as it is now."),
         {manifest}});
  }
}

/// A misspelled word is a category like any other: those that the dataset did not have are named.
void Append::noteNewCategories() {
  const auto& columns = m_dataset->meta().schema.columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::vector<std::string>& words = m_codes->dictionaries()[i];
    const std::vector<std::string> added(words.begin() + static_cast<std::ptrdiff_t>(columns[i].dictionary.size()),
                                         words.end());
    if (added.empty()) continue;
    m_outcome.report.notes.push_back(
        {MASU_TEXT("core", "New categories in column {0} ({1}): {2}."),
         {columns[i].name, countText(added.size()), namesListed(added)}});
  }
}

Result<void> Append::finish() {
  const store::DatasetMeta merged = rewrite::mergedMeta(m_dataset->meta(), m_added->meta(), *m_codes);
  std::optional<io::AtomicFile> rejects;
  if (std::filesystem::path& file = m_outcome.report.rejectsFile; !file.empty()) {
    const std::filesystem::path all = rejectsOf(m_request.file);
    MASU_TRY(rejects, rewrite::joinedRejects(all, file));
    file = all;
  }
  MASU_TRY(const store::WriteOutcome written, m_writer->finish(m_added->samples(), merged, m_job));
  noteFrozen(written.unfrozen);
  noteNewCategories();
  if (const auto kept = rejects ? rejects->commit() : Result<void>(); !kept) {
    m_outcome.report.rejectsFile.clear();
    m_outcome.report.notes.push_back(
        {MASU_TEXT("core", "The samples are appended, but the rejected records could not be kept in {0}: {1}"),
         {rejectsOf(m_request.file).string(), kept.error().message}});
  }
  m_outcome.report.bytesWritten = written.bytes;
  m_outcome.report.syncSeconds = written.syncSeconds;
  m_outcome.samples = m_dataset->samples() + m_added->samples();
  m_outcome.uuid = merged.uuid;
  m_outcome.parent = merged.parent;
  const auto known = static_cast<std::ptrdiff_t>(m_dataset->meta().classes.size());
  m_outcome.classes.assign(merged.classes.begin() + known, merged.classes.end());
  m_outcome.newCategories = m_codes->newWords();
  return {};
}

Result<void> Append::place(const Dataset& dataset, store::SplitsFile& splits, const store::StoredManifest& manifest,
                           const manifest::SplitPlan& plan) const {
  MASU_TRY(store::Assignment assignment, splits.read(manifest.name));
  const store::SeenManifest seen{store::hashOf(assignment)};
  constexpr std::uint64_t kHeld = 3;  // as it was, as it is drawn, and a manifest that is written again
  MASU_TRY(const std::uint64_t memory, memoryBeside(dataset, kHeld, m_request.resources));
  MASU_TRY(const store::Assignment drawn, manifest::draw(dataset, plan, m_job.stop, nullptr, nullptr, memory));
  const auto first = static_cast<std::ptrdiff_t>(m_dataset->samples());
  std::copy(drawn.begin() + first, drawn.end(), assignment.begin() + first);
  return splits.write(manifest, assignment, seen);
}

/// What is drawn by hash moves no sample that was there, so drawing again shows where the new ones belong. The dataset
/// has grown by now: what fails here is said, and undoes nothing.
void Append::placeByHash() {
  if (m_outcome.splitsProblem) return;
  const auto dataset = Dataset::open(m_request.file);
  auto splits = dataset ? store::SplitsFile::open(**dataset) : Result<store::SplitsFile>(fail(dataset.error()));
  if (!splits) {
    m_outcome.report.notes.push_back(
        {MASU_TEXT("core",
                   "The samples are appended, but they are unused in every manifest, those by hash too: {0} Split "
                   "again."),
         {splits.error().message}});
    return;
  }
  const std::vector<store::StoredManifest> manifests = splits->manifests();
  for (const store::StoredManifest& manifest : manifests) {
    const auto plan = manifest::planOf(manifest.origin);
    if (!plan || !plan->byHash || manifest.frozen) continue;
    if (const auto placed = place(**dataset, *splits, manifest, *plan); placed) {
      m_outcome.placed.push_back(manifest.name);
    } else {
      m_outcome.unplaced.push_back(manifest.name);
      m_outcome.report.notes.push_back(
          {MASU_TEXT(
               "core",
               "The samples are appended, but in the manifest {0}, which goes by hash, they are unused: {1} Split "
               "again under another name."),
           {manifest.name, placed.error().message}});
    }
  }
}

Result<AppendOutcome> Append::run() {
  const auto begin = std::chrono::steady_clock::now();
  MASU_CHECK(open());
  MASU_CHECK(shards::checkExportSources(m_request.sources, m_job));
  MASU_TRY(const ingest::ImportPlan plan, planned());
  MASU_CHECK(checkPlaces(plan));
  MASU_TRY(m_writer, store::DatasetWriter::create(m_request.file, m_objects, m_options));
  MASU_CHECK(import(plan));
  MASU_CHECK(copy());
  MASU_CHECK(finish());
  placeByHash();
  m_outcome.report.seconds = secondsSince(begin) - m_outcome.report.syncSeconds;
  m_outcome.peakMemoryBytes = flow::peakMemory().value;
  return std::move(m_outcome);
}

}  // namespace

Result<AppendOutcome> append(const AppendRequest& request, const JobContext& job) {
  return Append(request, job).run();
}

}  // namespace masu::tasks
