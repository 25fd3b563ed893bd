#include "core/tasks/convert_task.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/store/splits_file.h"
#include "core/tasks/feature_conversion.h"

namespace masu::tasks {

namespace {

using store::Dataset;
using store::Element;
using store::ObjectInfo;

/// Raw bytes that one step reads: some chunks.
constexpr std::uint64_t kStepBytes = 2U << 20U;
constexpr std::uint64_t kTextsOfStep = 1U << 14U;

class Conversion {
 public:
  Conversion(const ConvertRequest& request, const JobContext& job) : m_request(request), m_job(job) {}

  Result<ConvertOutcome> run();

 private:
  Result<void> open(ConvertOutcome& outcome);
  std::vector<ObjectInfo> newObjects() const;
  Result<void> copyObject(const ObjectInfo& object, std::size_t index);
  Result<void> copyStep(const ObjectInfo& object, std::size_t index, std::uint64_t first, std::uint64_t count);
  Result<void> copyTexts(const ObjectInfo& ends);
  store::DatasetMeta newMeta() const;
  bool converts(const ObjectInfo& object) const { return m_features && object.name == "features"; }

  const ConvertRequest& m_request;
  const JobContext& m_job;
  std::shared_ptr<const Dataset> m_dataset;
  std::optional<FeatureConversion> m_features;  ///< where their type changes
  std::unique_ptr<store::DatasetWriter> m_writer;
  std::mutex m_mutex;
  std::vector<downcast::LossMeter> m_meters;
};

std::vector<ObjectInfo> Conversion::newObjects() const {
  std::vector<ObjectInfo> objects;
  for (const ObjectInfo& object : m_dataset->objects()) {
    if (object.isText()) continue;
    ObjectInfo& added = objects.emplace_back(object);
    if (converts(object)) added.dtype = m_features->to();
    if (m_request.compression) added.compression = *m_request.compression;
    added.chunkSamples = 0;
  }
  return objects;
}

Result<void> Conversion::open(ConvertOutcome& outcome) {
  MASU_TRY(m_dataset, Dataset::open(m_request.file));
  const ObjectInfo* features = m_dataset->find("features");
  if (m_request.dtype && features == nullptr) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} has no features whose type could change."),
                {m_request.file.string()});
  }
  if (m_request.dtype && *m_request.dtype != features->dtype) {
    MASU_TRY(m_features, FeatureConversion::plan(*m_dataset, *features, *m_request.dtype));
    m_meters = m_features->meters();
  }
  store::WriteOptions options{
      .overwrite = m_request.overwrite, .sync = m_request.sync, .partBytes = m_request.partBytes};
  const auto splits = store::SplitsFile::open(m_request.file, m_dataset->uuid(), m_dataset->samples());
  if (splits) {
    options.splitsFrom = splits->path();
  } else {
    outcome.splitsProblem = splits.error();
  }
  MASU_TRY(m_writer, store::DatasetWriter::create(m_request.target, newObjects(), options));
  return {};
}

Result<void> Conversion::copyStep(const ObjectInfo& object, std::size_t index, std::uint64_t first,
                                  std::uint64_t count) {
  const std::uint64_t sampleBytes = object.element == Element::origin ? sizeof(store::Origin) : object.sampleBytes();
  std::vector<std::byte> samples(count * sampleBytes);
  MASU_CHECK(m_dataset->read(object, first, count, samples));
  m_job.progress.add(count * object.sampleBytes());
  if (!converts(object)) return m_writer->write(index, first, samples);
  std::vector<std::byte> converted(samples.size() / object.elementBytes() * table::sizeOf(m_features->to()));
  std::vector<downcast::LossMeter> meters = m_features->meters();
  m_features->convert(samples, converted, meters);
  {
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = 0; i < meters.size(); ++i) m_meters[i].merge(meters[i]);
  }
  return m_writer->write(index, first, converted);
}

Result<void> Conversion::copyObject(const ObjectInfo& object, std::size_t index) {
  // Whole chunks of the new object, so that none waits for its neighbours.
  const std::uint64_t newBytes = object.sampleBytes() / object.elementBytes() *
                                 (converts(object) ? table::sizeOf(m_features->to()) : object.elementBytes());
  const std::uint64_t chunk = store::chunkSamplesFor(newBytes);
  const std::uint64_t chunks = std::max<std::uint64_t>(1, kStepBytes / (chunk * object.sampleBytes()));
  const std::uint64_t step = chunk * chunks;
  const std::uint64_t steps = (object.samples + step - 1) / step;
  // A step holds its samples as they were, as they become and as they are compressed.
  const Resources resources = flow::resolve(m_request.resources);
  const std::uint64_t fitting = resources.memoryBytes / (3 * step * std::max(object.sampleBytes(), newBytes));
  const auto threads = static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, 1, resources.threads));
  return flow::forEachIndex(steps, threads, m_job.stop, [&](std::size_t i, const std::stop_token&) {
    return copyStep(object, index, i * step, std::min(step, object.samples - i * step));
  });
}

Result<void> Conversion::copyTexts(const ObjectInfo& ends) {
  const std::string_view column = std::string_view(ends.name).substr(std::string_view("kept/").size());
  for (std::uint64_t first = 0; first < ends.samples; first += kTextsOfStep) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(kTextsOfStep, ends.samples - first);
    MASU_TRY(const auto texts, m_dataset->readTexts(column, first, count));
    MASU_CHECK(m_writer->appendTexts(column, texts));
    m_job.progress.add(count * ends.sampleBytes());
  }
  return {};
}

store::DatasetMeta Conversion::newMeta() const {
  store::DatasetMeta meta = m_dataset->meta();
  meta.window = 0;  // what was cut on reading is stored as it was cut
  std::string identity = "convert\n" + meta.uuid;
  if (m_request.dtype) identity += "\ndtype " + std::string(table::name(*m_request.dtype));
  if (m_request.compression) identity += "\ncompression " + std::string(store::name(*m_request.compression));
  meta.uuid = uuidFrom(identity);
  if (m_features) m_features->describe(meta.schema, m_meters);
  return meta;
}

Result<ConvertOutcome> Conversion::run() {
  const auto begin = std::chrono::steady_clock::now();
  ConvertOutcome outcome;
  outcome.target = m_request.target;
  MASU_CHECK(open(outcome));
  std::uint64_t bytes = 0;
  for (const ObjectInfo& object : m_dataset->objects()) {
    if (object.element != Element::textBytes) bytes += object.samples * object.sampleBytes();
  }
  m_job.progress.begin(MASU_TEXT("core", "Converting"), bytes, Progress::Unit::bytes);
  std::size_t index = 0;
  for (const ObjectInfo& object : m_dataset->objects()) {
    if (object.element == Element::textEnds) MASU_CHECK(copyTexts(object));
    if (!object.isText()) MASU_CHECK(copyObject(object, index++));
  }
  const store::DatasetMeta meta = newMeta();
  MASU_TRY(const store::WriteOutcome written, m_writer->finish(m_dataset->samples(), meta, m_job));
  outcome.samples = m_dataset->samples();
  outcome.bytesRead = m_dataset->fileBytes();
  outcome.bytesWritten = written.bytes;
  outcome.syncSeconds = written.syncSeconds;
  outcome.schema = meta.schema;
  outcome.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() - written.syncSeconds;
  return outcome;
}

}  // namespace

Result<ConvertOutcome> convert(const ConvertRequest& request, const JobContext& job) {
  return Conversion(request, job).run();
}

}  // namespace masu::tasks
