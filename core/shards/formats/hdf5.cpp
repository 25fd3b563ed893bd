// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/hash.h"
#include "core/shards/content/array_field.h"
#include "core/shards/formats/shard_blocks.h"
#include "core/shards/write/shard_file.h"
#include "core/store/format/object_info.h"
#include "core/store/write/dataset_writer.h"
#include "core/store/write/plain_writer.h"

namespace masu::shards {

namespace {

using store::ObjectInfo;

class Hdf5Format final : public ShardFormat {
 public:
  Hdf5Format(const store::Dataset& dataset, const Encoding& encoding, std::string name)
      : m_dataset(dataset), m_encoding(encoding), m_name(std::move(name)), m_fields(dataset, encoding) {}

  Result<void> measure();
  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override {
    return shardPath(m_name, exportSplit, number, ".h5");
  }
  std::uint64_t fixedBytes(std::uint64_t samples) const override;
  std::uint64_t mostFixedBytes(std::uint64_t samples, std::uint64_t bytes) const override;
  Result<std::vector<std::uint64_t>> mostBytes(SampleReader& reader,
                                               std::span<const std::uint64_t> samples) const override {
    return bytesWithTexts(m_fields.texts(), plainBytes(), sizeof(std::uint64_t), reader, samples);
  }
  std::optional<std::uint64_t> mostBytesOfAny() const override {
    if (!m_fields.texts().empty()) return std::nullopt;
    return plainBytes();
  }
  Result<std::vector<ShardFile>> write(const std::filesystem::path& folder, const Shard& shard, const ShardRoom& room,
                                       const JobContext& job) const override;

 private:
  /// Codes of affine features stay codes, with their scale and offset, unless something else was asked for.
  bool asStored(const ArrayField& field) const {
    return field.name == "features" && !m_encoding.encoded && !m_encoding.type;
  }
  table::DType typeOf(const ArrayField& field) const { return asStored(field) ? field.object->dtype : field.type; }
  std::uint64_t plainBytes() const;
  std::vector<ObjectInfo> objectsOf(std::uint64_t samples, std::span<const std::uint64_t> textBytes) const;
  store::DatasetMeta metaOf(std::uint64_t samples, std::string uuid) const;
  Result<store::DatasetMeta> metaOf(const Shard& shard, const std::string& file, const JobContext& job) const;
  Result<void> writeObjects(store::PlainWriter& writer, const Shard& shard, const ShardRoom& room,
                            const JobContext& job) const;
  Result<void> writeField(const ArrayField& field, store::PlainWriter& writer, const Shard& shard,
                          const ShardRoom& room, const JobContext& job) const;
  Result<void> writeText(const TextField& text, store::PlainWriter& writer, const Shard& shard, const ShardRoom& room,
                         const JobContext& job) const;

  const store::Dataset& m_dataset;
  Encoding m_encoding;
  std::string m_name;
  ArrayFields m_fields;
  std::uint64_t m_frameBytes = 0;  ///< of a file of one sample, all but the sample
};

/// The arrays in their order, the origins, and the texts.
std::vector<ObjectInfo> Hdf5Format::objectsOf(std::uint64_t samples, std::span<const std::uint64_t> textBytes) const {
  std::vector<ObjectInfo> objects;
  const auto add = [&](const ObjectInfo& from, table::DType type) {
    ObjectInfo object = from;
    object.dtype = type;
    object.compression = store::Compression::none;
    object.samples = samples;
    objects.push_back(std::move(object));
  };
  for (const ArrayField& field : m_fields.all()) add(*field.object, typeOf(field));
  if (const ObjectInfo* origin = m_dataset.find("origin")) add(*origin, origin->dtype);
  for (std::size_t i = 0; i < m_fields.texts().size(); ++i) {
    const ObjectInfo& ends = *m_fields.texts()[i].object;
    add(ends, ends.dtype);
    if (textBytes[i] == 0) continue;
    add(ends, ends.dtype);
    objects.back().element = store::Element::textBytes;
    objects.back().samples = textBytes[i];
  }
  return objects;
}

store::DatasetMeta Hdf5Format::metaOf(std::uint64_t samples, std::string uuid) const {
  store::DatasetMeta meta = exportedMeta(m_dataset, m_encoding, Codes::kept);
  meta.uuid = std::move(uuid);
  meta.records = samples;
  return meta;
}

/// What the shard is, it is by its samples and its name.
Result<store::DatasetMeta> Hdf5Format::metaOf(const Shard& shard, const std::string& file,
                                              const JobContext& job) const {
  constexpr std::uint64_t kBlock = 4096;
  Hasher64 content;
  MASU_CHECK(forBlocks(shard, kBlock, 1, job, [&](auto samples) -> Result<void> {
    content.update(std::as_bytes(samples));
    return {};
  }));
  const std::string type(m_encoding.type ? table::name(*m_encoding.type) : "");
  return metaOf(shard.count, uuidFrom(identityOf(m_dataset) + (m_encoding.encoded ? " encoded " : " ") + type +
                                      hex64(content.digest()) + " " + file));
}

/// Makes a file of one sample and throws it away.
Result<void> Hdf5Format::measure() {
  const std::vector<std::uint64_t> one(m_fields.texts().size(), 1);
  const std::vector<ObjectInfo> objects = objectsOf(1, one);
  MASU_TRY(const auto writer,
           store::PlainWriter::create(m_dataset.path(), objects, 1, metaOf(1, m_dataset.uuid()), {}));
  m_frameBytes = writer->fileBytes();
  for (const ObjectInfo& object : objects) m_frameBytes -= object.sampleBytes();
  return {};
}

std::uint64_t Hdf5Format::fixedBytes(std::uint64_t samples) const {
  std::uint64_t bytes = m_frameBytes;
  for (const ObjectInfo& object : objectsOf(samples, std::vector<std::uint64_t>(m_fields.texts().size(), 0))) {
    const std::uint64_t chunk = store::chunkSamplesFor(object.sampleBytes());
    bytes += (samples - 1) / chunk * sizeof(std::uint64_t);
  }
  return bytes;
}

/// Of a sample, without its texts.
std::uint64_t Hdf5Format::plainBytes() const {
  std::uint64_t bytes = 0;
  for (const ArrayField& field : m_fields.all()) {
    bytes += field.object->valuesPerSample() * table::sizeOf(typeOf(field));
  }
  if (const ObjectInfo* origin = m_dataset.find("origin")) bytes += origin->sampleBytes();
  return bytes;
}

/// Every object and its checksums are followed by up to an alignment of nothing; texts have checksums, too.
std::uint64_t Hdf5Format::mostFixedBytes(std::uint64_t samples, std::uint64_t bytes) const {
  constexpr std::uint64_t kAlignment = 64;
  const std::uint64_t texts = m_fields.texts().size();
  const std::uint64_t most = std::clamp<std::uint64_t>(bytes / (plainBytes() + texts * sizeof(std::uint64_t) + 1), 1,
                                                       std::max<std::uint64_t>(samples, 1));
  const std::uint64_t objects = objectsOf(1, std::vector<std::uint64_t>(texts, 1)).size();
  const std::uint64_t textChunks = bytes / store::chunkSamplesFor(1) + texts;
  return fixedBytes(most) + (2 * objects + 1) * kAlignment + (texts > 0 ? textChunks * sizeof(std::uint64_t) : 0);
}

Result<void> Hdf5Format::writeField(const ArrayField& field, store::PlainWriter& writer, const Shard& shard,
                                    const ShardRoom& room, const JobContext& job) const {
  const std::uint64_t memory = field.sampleBytes() + field.object->sampleBytes() + sizeof(std::uint64_t);
  ArrayFields::Room values;
  return forBlocks(shard, room.blockBytes / memory, field.object->chunkSamples, job, [&](auto samples) -> Result<void> {
    if (asStored(field)) {
      MASU_TRY(const auto stored, room.reader.rows(*field.object, samples));
      MASU_CHECK(writer.append(stored));
    } else {
      MASU_TRY(const auto converted, m_fields.read(field, room.reader, samples, values));
      MASU_CHECK(writer.append(converted));
    }
    if (&field == &m_fields.all().front()) job.progress.add(samples.size());
    return {};
  });
}

Result<void> Hdf5Format::writeText(const TextField& text, store::PlainWriter& writer, const Shard& shard,
                                   const ShardRoom& room, const JobContext& job) const {
  std::uint64_t end = 0;
  std::vector<std::uint64_t> ends;
  MASU_CHECK(forBlocks(shard, room.blockBytes / kLengthBytes, text.object->chunkSamples, job,
                       [&](auto samples) -> Result<void> {
                         MASU_TRY(const auto lengths, room.reader.textLengths(*text.object, samples));
                         ends.clear();
                         for (const std::uint32_t length : lengths) ends.push_back(end += length);
                         return writer.append(std::as_bytes(std::span(ends)));
                       }));
  return forBlocks(shard, room.blockBytes / kTextBytes, text.object->chunkSamples, job,
                   [&](auto samples) -> Result<void> {
                     MASU_TRY(const auto texts, room.reader.texts(*text.object, samples));
                     std::string joined;
                     for (const std::string& one : texts) joined += one;
                     return writer.append(std::as_bytes(std::span(joined)));
                   });
}

Result<void> Hdf5Format::writeObjects(store::PlainWriter& writer, const Shard& shard, const ShardRoom& room,
                                      const JobContext& job) const {
  for (const ArrayField& field : m_fields.all()) MASU_CHECK(writeField(field, writer, shard, room, job));
  if (const ObjectInfo* origin = m_dataset.find("origin")) {
    MASU_CHECK(forBlocks(shard, room.blockBytes / sizeof(store::Origin), origin->chunkSamples, job,
                         [&](auto samples) -> Result<void> {
                           MASU_TRY(const auto origins, room.reader.origins(*origin, samples));
                           return writer.append(store::packOrigins(std::as_bytes(std::span(origins))));
                         }));
  }
  for (const TextField& text : m_fields.texts()) MASU_CHECK(writeText(text, writer, shard, room, job));
  return {};
}

Result<std::vector<ShardFile>> Hdf5Format::write(const std::filesystem::path& folder, const Shard& shard,
                                                 const ShardRoom& room, const JobContext& job) const {
  const std::string to = path(*shard.exportSplit, shard.number);
  MASU_TRY(const auto texts, textBytesOf(m_fields.texts(), shard, room, job));
  MASU_TRY(const store::DatasetMeta meta, metaOf(shard, to, job));
  MASU_TRY(GrowingFile file, GrowingFile::create(folder, to, room.files));
  MASU_TRY(const auto writer, store::PlainWriter::create(folder / to, objectsOf(shard.count, texts), shard.count, meta,
                                                         [&](auto bytes) { return file.append(bytes); }));
  MASU_CHECK(writeObjects(*writer, shard, room, job));
  MASU_CHECK(writer->finish());
  MASU_TRY(ShardFile written, file.finish());
  return std::vector{std::move(written)};
}

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeHdf5Format(const store::Dataset& dataset, const Encoding& encoding,
                                                    std::string name) {
  auto format = std::make_unique<Hdf5Format>(dataset, encoding, std::move(name));
  MASU_CHECK(format->measure());
  return format;
}

}  // namespace masu::shards
