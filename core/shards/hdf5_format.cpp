#include "core/shards/hdf5_format.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/shards/exported_meta.h"
#include "core/shards/shard_file.h"
#include "core/store/dataset_writer.h"
#include "core/store/meta_json.h"

namespace masu::shards {

namespace {

using store::ObjectInfo;

constexpr std::string_view kKeptPrefix = "kept/";

/// The samples' origins, run by run.
Result<std::vector<store::Origin>> readOrigins(const store::Dataset& dataset, const ObjectInfo& object,
                                               std::span<const std::uint64_t> samples) {
  std::vector<store::Origin> origins(samples.size());
  for (std::size_t begin = 0; begin < samples.size();) {
    std::size_t end = begin + 1;
    while (end < samples.size() && samples[end] == samples[end - 1] + 1) ++end;
    const auto run = std::span(origins).subspan(begin, end - begin);
    MASU_CHECK(dataset.read(object, samples[begin], run.size(), std::as_writable_bytes(run)));
    begin = end;
  }
  return origins;
}

class Hdf5Format final : public ShardFormat {
 public:
  Hdf5Format(const store::Dataset& dataset, const Encoding& encoding, std::string name)
      : m_dataset(dataset), m_encoding(encoding), m_name(std::move(name)), m_fields(dataset, encoding) {
    for (const auto& [document, text] : store::documentsOf(metaOf(0, {}))) m_documentBytes += text.size();
  }

  std::string path(const Portion& portion, std::uint64_t number) const override {
    return shardPath(m_name, portion, number, ".h5");
  }
  std::uint64_t fixedBytes(std::uint64_t samples) const override;
  Result<std::uint64_t> sampleBytes(SampleReader& reader, std::span<const std::uint64_t> samples) const override;
  Result<std::vector<ShardFile>> write(const std::filesystem::path& folder, const Shard& shard, const ShardRoom& room,
                                       const JobContext& job) const override;

 private:
  /// Codes of affine features stay codes, with their scale and offset, unless something else was asked for.
  bool asStored(const ArrayField& field) const {
    return field.name == "features" && !m_encoding.encoded && !m_encoding.type;
  }
  table::DType typeOf(const ArrayField& field) const { return asStored(field) ? field.object->dtype : field.type; }
  std::vector<ObjectInfo> objectsOf(std::uint64_t samples) const;
  store::DatasetMeta metaOf(std::uint64_t samples, std::string uuid) const;
  Result<void> writeBlock(store::DatasetWriter& writer, std::uint64_t at, std::span<const std::uint64_t> samples,
                          SampleReader& reader, ArrayFields::Room& buffer) const;

  const store::Dataset& m_dataset;
  Encoding m_encoding;
  std::string m_name;
  ArrayFields m_fields;
  std::uint64_t m_documentBytes = 0;  ///< of what every shard says about its dataset
};

/// The arrays in their order, then the origins.
std::vector<ObjectInfo> Hdf5Format::objectsOf(std::uint64_t samples) const {
  std::vector<ObjectInfo> objects;
  const auto add = [&](const ObjectInfo& from, table::DType type) {
    ObjectInfo object = from;
    object.dtype = type;
    object.compression = store::Compression::none;
    object.chunkSamples = std::min(store::chunkSamplesFor(object.sampleBytes()), samples);
    objects.push_back(std::move(object));
  };
  for (const ArrayField& field : m_fields.all()) add(*field.object, typeOf(field));
  if (const ObjectInfo* origin = m_dataset.find("origin")) add(*origin, origin->dtype);
  return objects;
}

store::DatasetMeta Hdf5Format::metaOf(std::uint64_t samples, std::string uuid) const {
  store::DatasetMeta meta = exportedMeta(m_dataset, m_encoding, Codes::kept);
  meta.uuid = std::move(uuid);
  meta.records = samples;
  return meta;
}

std::uint64_t Hdf5Format::fixedBytes(std::uint64_t samples) const {
  // The library's metadata, Masu's own, and the splits file: as seen in files of a few objects.
  constexpr std::uint64_t kLibrary = 4 << 10;
  constexpr std::uint64_t kObject = 1 << 10;
  std::uint64_t bytes = kLibrary + m_documentBytes;
  for (const ObjectInfo& object : objectsOf(samples)) {
    // The last chunk is a whole one in the file.
    const std::uint64_t chunks = (samples + object.chunkSamples - 1) / object.chunkSamples;
    bytes += kObject + chunks * sizeof(std::uint64_t) + (chunks * object.chunkSamples - samples) * object.sampleBytes();
  }
  return bytes;
}

Result<std::uint64_t> Hdf5Format::sampleBytes(SampleReader& reader, std::span<const std::uint64_t> samples) const {
  std::uint64_t bytes = 0;
  for (const ObjectInfo& object : objectsOf(1)) bytes += samples.size() * object.sampleBytes();
  for (const TextField& text : m_fields.texts()) {
    MASU_TRY(const auto texts, reader.texts(*text.object, samples));
    for (const std::string& one : texts) bytes += one.size() + sizeof(std::uint64_t);
  }
  return bytes;
}

Result<void> Hdf5Format::writeBlock(store::DatasetWriter& writer, std::uint64_t at,
                                    std::span<const std::uint64_t> samples, SampleReader& reader,
                                    ArrayFields::Room& buffer) const {
  std::size_t index = 0;
  for (const ArrayField& field : m_fields.all()) {
    if (asStored(field)) {
      MASU_TRY(const auto stored, reader.rows(*field.object, samples));
      MASU_CHECK(writer.write(index++, at, stored));
    } else {
      MASU_TRY(const auto values, m_fields.read(field, reader, samples, buffer));
      MASU_CHECK(writer.write(index++, at, values));
    }
  }
  if (const ObjectInfo* origin = m_dataset.find("origin")) {
    MASU_TRY(const auto origins, readOrigins(m_dataset, *origin, samples));
    MASU_CHECK(writer.write(index, at, std::as_bytes(std::span(origins))));
  }
  for (const TextField& text : m_fields.texts()) {
    MASU_TRY(const auto texts, reader.texts(*text.object, samples));
    MASU_CHECK(writer.appendTexts(text.name.substr(kKeptPrefix.size()), texts));
  }
  return {};
}

Result<std::vector<ShardFile>> Hdf5Format::write(const std::filesystem::path& folder, const Shard& shard,
                                                 const ShardRoom& room, const JobContext& job) const {
  const std::string to = path(*shard.portion, shard.number);
  // It grows where nobody looks, so nothing is there to overwrite.
  MASU_TRY(const auto writer, store::DatasetWriter::create(folder / to, objectsOf(shard.count), {.sync = false}));
  Hasher64 content;
  const std::uint64_t block = std::max<std::uint64_t>(room.blockBytes / m_fields.memoryPerSample(), 1);
  std::vector<std::uint64_t> samples;
  ArrayFields::Room buffer;
  for (std::uint64_t done = 0; done < shard.count; done += samples.size()) {
    if (job.stopRequested()) return fail(Error::cancelled());
    samples.resize(std::min(block, shard.count - done));
    shard.portion->samplesAt(shard.first + done, samples);
    content.update(std::as_bytes(std::span(samples)));
    MASU_CHECK(writeBlock(*writer, done, samples, room.reader, buffer));
    job.progress.add(samples.size());
  }
  const std::string uuid =
      uuidFrom(m_dataset.uuid() + (m_encoding.encoded ? " encoded " : " ") +
               std::string(m_encoding.type ? table::name(*m_encoding.type) : "") + hex64(content.digest()) + " " + to);
  // Its stages are not those of the export.
  Progress own;
  MASU_CHECK(writer->finish(shard.count, metaOf(shard.count, uuid), {job.stop, own}));
  // HDF5 writes what it knows about a file at its end and into its front, so that it is hashed afterwards.
  std::vector<ShardFile> files;
  for (const std::string& one : {to, shardPath(m_name, *shard.portion, shard.number, ".splits.h5")}) {
    MASU_TRY(files.emplace_back(), describeFile(folder, one));
  }
  return files;
}

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeHdf5Format(const store::Dataset& dataset, const Encoding& encoding,
                                                    std::string name) {
  return std::make_unique<Hdf5Format>(dataset, encoding, std::move(name));
}

}  // namespace masu::shards
