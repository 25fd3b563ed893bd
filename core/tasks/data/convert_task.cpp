// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/convert_task.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "core/base/hash.h"
#include "core/rewrite/feature_conversion.h"
#include "core/rewrite/object_copy.h"
#include "core/rewrite/pyramid_joining.h"
#include "core/store/read/dataset.h"
#include "core/tasks/files/checked_targets.h"

namespace masu::tasks {

namespace {

using store::Dataset;
using store::ObjectInfo;

class Conversion {
 public:
  Conversion(const ConvertRequest& request, const JobContext& job) : m_request(request), m_job(job) {}

  Result<ConvertOutcome> run();

 private:
  Result<void> open();
  Result<void> checkEdits() const;
  std::vector<ObjectInfo> newObjects() const;
  Result<void> copy();
  /// Each object of the dataset as it is stored: whole recordings stay whole.
  std::vector<ObjectInfo> storedObjects() const;
  Result<void> planConversion(table::DType to);
  void change(std::vector<std::byte>& samples, const ObjectInfo& object);
  store::DatasetMeta newMeta() const;
  bool converts(const ObjectInfo& object) const {
    return m_features && (object.name == "features" || object.name == "recordings" || rewrite::isPyramid(object));
  }

  const ConvertRequest& m_request;
  const JobContext& m_job;
  std::shared_ptr<const Dataset> m_dataset;
  /// Where their type changes, of the recordings where they are stored.
  std::optional<rewrite::FeatureConversion> m_features;
  std::optional<rewrite::FeatureConversion> m_extremes;  ///< of their pyramid
  std::vector<ObjectInfo> m_objects;                     ///< what the new dataset will hold, texts left out
  std::unique_ptr<store::DatasetWriter> m_writer;
  std::mutex m_mutex;
  std::vector<downcast::LossMeter> m_meters;
};

std::vector<ObjectInfo> Conversion::storedObjects() const {
  std::vector<ObjectInfo> objects;
  for (const ObjectInfo& object : m_dataset->objects()) {
    if (!object.cut) objects.push_back(object);
  }
  for (const ObjectInfo& object : m_dataset->storedObjects()) {
    const bool isNew = std::ranges::find(objects, object.name, &ObjectInfo::name) == objects.end();
    if (const auto whole = store::wholeObject(*m_dataset, object.name); isNew && whole) objects.push_back(*whole);
  }
  return objects;
}

std::vector<ObjectInfo> Conversion::newObjects() const {
  std::vector<ObjectInfo> objects;
  for (const ObjectInfo& object : storedObjects()) {
    if (object.isText()) continue;
    ObjectInfo& added = objects.emplace_back(object);
    if (converts(object)) added.dtype = m_features->to();
    if (m_request.compression) added.compression = *m_request.compression;
    added.chunkSamples = 0;
  }
  return objects;
}

Result<void> Conversion::planConversion(table::DType to) {
  const auto recordings = store::wholeObject(*m_dataset, "recordings");
  MASU_TRY(m_features,
           rewrite::FeatureConversion::plan(*m_dataset, recordings ? *recordings : *m_dataset->find("features"), to));
  m_meters = m_features->meters();
  if (!recordings) return {};
  // Pairs of a channel's values, which are of the same type and steps.
  ObjectInfo pairs = *recordings;
  pairs.sampleShape.push_back(2);
  MASU_TRY(m_extremes, rewrite::FeatureConversion::plan(*m_dataset, pairs, to));
  return {};
}

/// What becomes of edits is said by the person: the new dataset has no history that it could be seen in.
Result<void> Conversion::checkEdits() const {
  const store::LabelEdition edition = m_dataset->edition();
  if (edition.isEdited() == m_request.applyEdits) return {};
  const std::string file = m_request.file.string();
  if (m_request.applyEdits) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The labels of {0} are as they were imported: there is nothing for --apply-edits."),
                {file}, {file, 0, 0});
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The labels of {0} were edited (edition {1}). Give --apply-edits to write them as they are "
                        "now, or return to the labels of the import first (masu label --undo)."),
              {file, std::to_string(edition.number)}, {file, 0, 0});
}

Result<void> Conversion::open() {
  MASU_TRY(m_dataset, Dataset::open(m_request.file));
  MASU_CHECK(checkTargets(*m_dataset, datasetTargets(m_request.target, "--out")));
  MASU_CHECK(checkEdits());
  const ObjectInfo* features = m_dataset->find("features");
  if (m_request.dtype && features == nullptr) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} has no features whose type could change."),
                {m_request.file.string()});
  }
  if (m_request.dtype && *m_request.dtype != features->dtype) {
    MASU_CHECK(planConversion(*m_request.dtype));
  }
  store::WriteOptions options{
      .overwrite = m_request.overwrite, .sync = m_request.sync, .partBytes = m_request.partBytes};
  if (!m_request.withoutSplits) MASU_CHECK(rewrite::carryManifests(*m_dataset, options));
  m_objects = newObjects();
  MASU_TRY(m_writer, store::DatasetWriter::create(m_request.target, m_objects, options));
  return {};
}

void Conversion::change(std::vector<std::byte>& samples, const ObjectInfo& object) {
  std::vector<std::byte> converted(samples.size() / object.elementBytes() * table::sizeOf(m_features->to()));
  std::vector<downcast::LossMeter> meters = m_features->meters();
  const bool measured = !rewrite::isPyramid(object);
  (measured ? m_features : m_extremes)->convert(samples, converted, meters);
  samples = std::move(converted);
  if (!measured) return;
  const std::lock_guard lock(m_mutex);
  for (std::size_t i = 0; i < meters.size(); ++i) m_meters[i].merge(meters[i]);
}

Result<void> Conversion::copy() {
  return rewrite::copyObjects({.from = *m_dataset,
                               .to = *m_writer,
                               .objects = m_objects,
                               .change =
                                   [this](const ObjectInfo& object, std::vector<std::byte>& samples) {
                                     if (converts(object)) change(samples, object);
                                   },
                               .stage = MASU_TEXT("core", "Converting"),
                               .resources = m_request.resources},
                              m_job);
}

store::DatasetMeta Conversion::newMeta() const {
  store::DatasetMeta meta = m_dataset->meta();
  std::string identity = "convert\n" + meta.uuid;
  if (m_request.dtype) identity += "\ndtype " + std::string(table::name(*m_request.dtype));
  if (m_request.compression) identity += "\ncompression " + std::string(store::name(*m_request.compression));
  if (m_request.applyEdits) identity += "\nlabels " + m_dataset->edition().hash;
  meta.uuid = uuidFrom(identity);
  if (m_features) m_features->describe(meta.schema, m_meters);
  return meta;
}

Result<ConvertOutcome> Conversion::run() {
  const auto begin = std::chrono::steady_clock::now();
  ConvertOutcome outcome;
  outcome.target = m_request.target;
  MASU_CHECK(open());
  MASU_CHECK(copy());
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
