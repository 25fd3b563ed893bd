#include "core/tasks/append_task.h"

#include <algorithm>
#include <chrono>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/survey.h"
#include "core/manifest/split_plan.h"
#include "core/store/dataset_writer.h"
#include "core/store/splits_file.h"
#include "core/tasks/code_merging.h"
#include "core/tasks/meta_merging.h"

namespace masu::tasks {

namespace {

using store::Dataset;
using store::Element;
using store::ObjectInfo;

/// Raw bytes that one step copies.
constexpr std::uint64_t kStepBytes = 2U << 20U;
constexpr std::uint64_t kTextsOfStep = 1U << 14U;

class Append {
 public:
  Append(const AppendRequest& request, const JobContext& job)
      : m_request(request), m_resources(flow::resolve(request.resources)), m_job(job) {}

  Result<AppendOutcome> run();

 private:
  Result<void> open();
  Result<ingest::ImportPlan> planned() const;
  Result<void> import();
  Result<void> copyObjects();
  Result<void> copyObject(const ObjectInfo& object, std::size_t index);
  Result<void> copyStep(const ObjectInfo& object, std::size_t index, std::uint64_t first, std::uint64_t count);
  Result<void> copyTexts(const ObjectInfo& ends);
  Result<void> finish();
  Result<void> placeByHash();

  const AppendRequest& m_request;
  Resources m_resources;
  const JobContext& m_job;
  std::shared_ptr<const Dataset> m_dataset;
  std::vector<ObjectInfo> m_objects;  ///< what the part will hold, texts left out
  store::WriteOptions m_options;
  std::unique_ptr<store::DatasetWriter> m_writer;
  std::shared_ptr<const Dataset> m_added;  ///< the new sources alone
  std::optional<CodeMerging> m_codes;
  AppendOutcome m_outcome;
};

Result<void> Append::open() {
  MASU_TRY(m_dataset, Dataset::open(m_request.file));
  if (m_dataset->meta().recipe.empty()) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{0} does not tell how it was imported, so nothing can be appended in the same way."),
                {m_request.file.string()}, {m_request.file.string(), 0, 0});
  }
  if (const ObjectInfo* features = m_dataset->find("features"); features != nullptr && features->cut) {
    return fail(
        Errc::unsupported,
        MASU_TEXT("core", "{0} holds whole recordings, to which nothing can be appended yet. Import all of them anew."),
        {m_request.file.string()}, {m_request.file.string(), 0, 0});
  }
  const auto splits = store::SplitsFile::open(m_request.file, m_dataset->uuid(), m_dataset->samples());
  m_options = {.sync = m_request.sync, .appendTo = m_dataset};
  if (splits) {
    m_options.splitsFrom = splits->path();
  } else {
    m_outcome.splitsProblem = splits.error();
  }
  for (const ObjectInfo& object : m_dataset->storedObjects()) {
    if (object.first > 0 || object.isText()) continue;
    ObjectInfo& added = m_objects.emplace_back(object);
    added.chunkSamples = 0;
    added.samples = 0;
  }
  return {};
}

/// The recipe of the dataset bound to the new sources, with the types that the dataset has.
Result<ingest::ImportPlan> Append::planned() const {
  MASU_TRY(const ingest::ImportPlan recipe, ingest::planFromRecipe(m_dataset->meta().recipe));
  ingest::ImportOptions options = recipe.options;
  options.sources = m_request.sources;
  MASU_TRY(ingest::ImportPlan plan, ingest::replan(recipe, options, m_job, m_request.resources));
  plan.options.compression = store::Compression::none;  // it is copied once more
  const ObjectInfo* features = m_dataset->find("features");
  if (features == nullptr) return plan;
  plan.dtype = features->dtype;
  const bool affine = features->dtype == table::DType::i8 || features->dtype == table::DType::i16;
  for (ingest::ColumnPlan& column : plan.columns) {
    const table::Column* stored = m_dataset->meta().schema.find(column.name);
    if (!affine || stored == nullptr || column.role != table::Role::feature) column.steps.reset();
  }
  return plan;
}

Result<void> Append::import() {
  MASU_TRY(const ingest::ImportPlan plan, planned());
  ingest::LoadOptions load;
  load.target = m_writer->folder() / "added.h5";
  load.rejects = std::filesystem::path(m_request.file) += ".rejects.csv";
  load.write = {.overwrite = true, .sync = false};
  MASU_TRY(m_outcome.report, ingest::load(plan, load, m_request.resources, m_job));
  MASU_TRY(m_added, Dataset::open(load.target));
  MASU_CHECK(checkSameShape(*m_dataset, *m_added));
  MASU_TRY(m_codes, CodeMerging::of(*m_dataset, *m_added));
  return {};
}

Result<void> Append::copyStep(const ObjectInfo& object, std::size_t index, std::uint64_t first, std::uint64_t count) {
  const std::uint64_t sampleBytes = object.element == Element::origin ? sizeof(store::Origin) : object.sampleBytes();
  std::vector<std::byte> samples(count * sampleBytes);
  MASU_CHECK(m_added->read(object, first, count, samples));
  m_codes->apply(object, m_objects[index].dtype, samples);
  m_job.progress.add(count * object.sampleBytes());
  return m_writer->write(index, first, samples);
}

Result<void> Append::copyObject(const ObjectInfo& object, std::size_t index) {
  const std::uint64_t chunk = store::chunkSamplesFor(m_objects[index].sampleBytes());
  const std::uint64_t step = chunk * std::max<std::uint64_t>(1, kStepBytes / (chunk * object.sampleBytes()));
  const std::uint64_t fitting = m_resources.memoryBytes / (3 * step * object.sampleBytes());
  const auto threads = static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, 1, m_resources.threads));
  const std::uint64_t steps = (object.samples + step - 1) / step;
  return flow::forEachIndex(steps, threads, m_job.stop, [&](std::size_t i, const std::stop_token&) {
    return copyStep(object, index, i * step, std::min(step, object.samples - i * step));
  });
}

Result<void> Append::copyTexts(const ObjectInfo& ends) {
  const std::string_view column = std::string_view(ends.name).substr(std::string_view("kept/").size());
  for (std::uint64_t first = 0; first < ends.samples; first += kTextsOfStep) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(kTextsOfStep, ends.samples - first);
    MASU_TRY(const auto texts, m_added->readTexts(column, first, count));
    MASU_CHECK(m_writer->appendTexts(column, texts));
  }
  return {};
}

Result<void> Append::copyObjects() {
  std::uint64_t bytes = 0;
  for (const ObjectInfo& object : m_added->storedObjects()) {
    bytes += object.isText() ? 0 : object.samples * object.sampleBytes();
  }
  m_job.progress.begin(MASU_TEXT("core", "Appending"), bytes, Progress::Unit::bytes);
  for (const ObjectInfo& object : m_added->storedObjects()) {
    if (object.element == Element::textEnds) MASU_CHECK(copyTexts(object));
    if (object.isText()) continue;
    const auto index = std::ranges::find(m_objects, object.name, &ObjectInfo::name) - m_objects.begin();
    MASU_CHECK(copyObject(object, static_cast<std::size_t>(index)));
  }
  return {};
}

Result<void> Append::finish() {
  const store::DatasetMeta merged = mergedMeta(m_dataset->meta(), m_added->meta(), *m_codes);
  MASU_TRY(const store::WriteOutcome written, m_writer->finish(m_added->samples(), merged, m_job));
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

/// What is drawn by hash moves no sample that was there, so drawing anew tells where the new ones belong.
Result<void> Append::placeByHash() {
  if (m_outcome.splitsProblem) return {};
  MASU_TRY(const auto dataset, Dataset::open(m_request.file));
  MASU_TRY(store::SplitsFile splits, store::SplitsFile::open(m_request.file, dataset->uuid(), dataset->samples()));
  const std::vector<store::StoredManifest> manifests = splits.manifests();
  for (const store::StoredManifest& manifest : manifests) {
    const auto plan = manifest::planOf(manifest.origin);
    if (!plan || !plan->byHash || manifest.frozen) continue;
    MASU_TRY(store::Assignment assignment, splits.read(manifest.name));
    MASU_TRY(const store::Assignment drawn, manifest::draw(*dataset, *plan, m_job.stop));
    const auto first = static_cast<std::ptrdiff_t>(m_dataset->samples());
    std::copy(drawn.begin() + first, drawn.end(), assignment.begin() + first);
    MASU_CHECK(splits.write(manifest, assignment));
    m_outcome.placed.push_back(manifest.name);
  }
  return {};
}

Result<AppendOutcome> Append::run() {
  const auto begin = std::chrono::steady_clock::now();
  MASU_CHECK(open());
  MASU_TRY(m_writer, store::DatasetWriter::create(m_request.file, m_objects, m_options));
  MASU_CHECK(import());
  MASU_CHECK(copyObjects());
  MASU_CHECK(finish());
  MASU_CHECK(placeByHash());
  m_outcome.report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() - m_outcome.report.syncSeconds;
  m_outcome.peakMemoryBytes = flow::peakMemory().value;
  return std::move(m_outcome);
}

}  // namespace

Result<AppendOutcome> append(const AppendRequest& request, const JobContext& job) {
  return Append(request, job).run();
}

}  // namespace masu::tasks
