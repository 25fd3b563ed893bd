// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/conversion.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/base/hash.h"
#include "core/rewrite/pyramid_joining.h"

namespace masu::rewrite {

using store::ObjectInfo;

void merge(Conversion::Meters& meters, const Conversion::Meters& more) {
  for (std::size_t i = 0; i < more.size(); ++i) meters[i].merge(more[i]);
}

Result<Conversion> Conversion::plan(std::shared_ptr<const store::Dataset> dataset, const ConversionOptions& options) {
  Conversion conversion(std::move(dataset));
  conversion.m_options = options;
  const ObjectInfo* features = conversion.m_dataset->find("features");
  if (options.dtype && features == nullptr) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} has no features whose type could change."),
                {conversion.m_dataset->path().string()});
  }
  if (options.dtype && *options.dtype != features->dtype) MASU_CHECK(conversion.planFeatures(*options.dtype));
  conversion.m_objects = conversion.newObjects();
  return conversion;
}

Result<void> Conversion::planFeatures(table::DType to) {
  const auto recordings = store::wholeObject(*m_dataset, "recordings");
  MASU_TRY(m_features,
           FeatureConversion::plan(*m_dataset, recordings ? *recordings : *m_dataset->find("features"), to));
  if (!recordings) return {};
  // Pairs of a channel's values, which are of the same type and steps.
  ObjectInfo pairs = *recordings;
  pairs.sampleShape.push_back(2);
  MASU_TRY(m_extremes, FeatureConversion::plan(*m_dataset, pairs, to));
  return {};
}

/// Each object of the dataset as it is stored: whole recordings stay whole.
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

bool Conversion::converts(const ObjectInfo& object) const {
  return m_features && (object.name == "features" || object.name == "recordings" || isPyramid(object));
}

std::vector<ObjectInfo> Conversion::newObjects() const {
  std::vector<ObjectInfo> objects;
  for (const ObjectInfo& object : storedObjects()) {
    if (object.isText()) continue;
    ObjectInfo& added = objects.emplace_back(object);
    if (converts(object)) added.dtype = m_features->to();
    if (m_options.compression) added.compression = *m_options.compression;
    added.chunkSamples = 0;
  }
  return objects;
}

void Conversion::change(const ObjectInfo& object, std::vector<std::byte>& samples, Meters& meters) const {
  if (!converts(object)) return;
  std::vector<std::byte> converted(samples.size() / object.elementBytes() * table::sizeOf(m_features->to()));
  Meters ofPyramid = this->meters();
  const bool measured = !isPyramid(object);
  (measured ? m_features : m_extremes)->convert(samples, converted, measured ? meters : ofPyramid);
  samples = std::move(converted);
}

std::string Conversion::uuid() const {
  std::string identity = "convert\n" + m_dataset->uuid();
  if (m_options.dtype) identity += "\ndtype " + std::string(table::name(*m_options.dtype));
  if (m_options.compression) identity += "\ncompression " + std::string(store::name(*m_options.compression));
  if (const auto edition = m_dataset->edition(); edition.isEdited()) identity += "\nlabels " + edition.hash;
  return uuidFrom(identity);
}

store::DatasetMeta Conversion::meta(const Meters& meters) const {
  store::DatasetMeta meta = m_dataset->meta();
  meta.uuid = uuid();
  if (m_features) m_features->describe(meta.schema, meters);
  return meta;
}

Result<Converted> convertTo(const std::filesystem::path& target, const store::WriteOptions& options,
                            const Conversion& conversion, MadeSteps* made, const Resources& resources,
                            const JobContext& job) {
  MASU_TRY(const auto writer, store::DatasetWriter::create(target, conversion.objects(), options));
  std::mutex mutex;  // guards the meters of all
  Conversion::Meters all = conversion.meters();
  const auto change = [&](const ObjectInfo& object, std::vector<std::byte>& samples) {
    Conversion::Meters meters = conversion.meters();
    conversion.change(object, samples, meters);
    const std::lock_guard lock(mutex);
    merge(all, meters);
  };
  ObjectCopy::Made take;
  if (made != nullptr) {
    take = [&](const ObjectSteps& object, std::uint64_t number) -> Result<bool> {
      Conversion::Meters meters = conversion.meters();
      MASU_TRY(const bool taken, made->take(object, number, *writer, meters));
      const std::lock_guard lock(mutex);
      merge(all, meters);
      return taken;
    };
  }
  MASU_CHECK(copyObjects({.from = conversion.dataset(),
                          .to = *writer,
                          .objects = conversion.objects(),
                          .change = change,
                          .stage = MASU_TEXT("core", "Converting"),
                          .resources = resources,
                          .made = take},
                         job));
  Converted converted{.meta = conversion.meta(all), .written = {}};
  MASU_TRY(converted.written, writer->finish(conversion.dataset().samples(), converted.meta, job));
  return converted;
}

}  // namespace masu::rewrite
