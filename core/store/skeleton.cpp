#include "core/store/skeleton.h"

#include <algorithm>
#include <cstring>

#include "core/io/file.h"
#include "core/store/chunk_codec.h"
#include "core/store/convert.h"
#include "core/store/hdf5_types.h"
#include "core/store/layout.h"
#include "core/store/meta_json.h"

namespace masu::store {

namespace {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

std::vector<hsize_t> dimensionsOf(const ObjectInfo& object, std::uint64_t samples) {
  std::vector<hsize_t> dimensions = {samples};
  dimensions.insert(dimensions.end(), object.sampleShape.begin(), object.sampleShape.end());
  return dimensions;
}

/// Builds one skeleton; its members are what every step needs.
class Builder {
 public:
  Builder(const SkeletonRequest& request, const JobContext& job)
      : m_request(request), m_file(request.file), m_job(job) {}

  Result<Skeleton> build(const DatasetMeta& meta);

 private:
  Result<void> createFile();
  Result<Handle> createObject(const ObjectInfo& object);
  Result<void> place(const ObjectPart& part);
  Result<void> placeChunks(const ObjectPart& part, hid_t dataset);
  Result<std::uint64_t> chunkAddress(hid_t dataset, const ObjectInfo& object, std::uint64_t chunk);
  Result<std::uint64_t> addressOfWritten(hid_t dataset, const ObjectInfo& object, std::uint64_t chunk,
                                         std::span<const std::byte> bytes, std::vector<std::byte>& scratch);
  Result<void> writeAttributes(const DatasetMeta& meta);
  Result<void> writeMeta(const DatasetMeta& meta);
  Result<void> writeAffine(const table::Schema& schema);
  Result<void> linkSplits();

  const SkeletonRequest& m_request;
  const std::filesystem::path& m_file;
  const JobContext& m_job;
  Handle m_id;
  io::File m_raw;  ///< the same file, to see where the library put a chunk
  Skeleton m_skeleton;
};

Result<Skeleton> Builder::build(const DatasetMeta& meta) {
  m_skeleton.file = m_file;
  MASU_CHECK(createFile());
  if (m_request.first != nullptr) MASU_CHECK(place(*m_request.first));
  for (const ObjectPart* part : m_request.parts) {
    if (part != m_request.first) MASU_CHECK(place(*part));
  }
  MASU_CHECK(writeAttributes(meta));
  MASU_CHECK(writeMeta(meta));
  MASU_CHECK(writeAffine(meta.schema));
  MASU_CHECK(linkSplits());
  MASU_CHECK(check(H5Fflush(m_id.get(), H5F_SCOPE_LOCAL), m_file));
  return std::move(m_skeleton);
}

Result<void> Builder::createFile() {
  MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(m_file));
  const hid_t access = properties.access.get();
  if (m_request.first != nullptr) {
    // Only what is as large as the first object is aligned: that object lies right behind the first page.
    const ObjectInfo& object = m_request.first->info();
    const std::uint64_t bytes = object.chunks() * object.chunkSamples * object.sampleBytes();
    MASU_CHECK(
        check(H5Pset_alignment(access, std::max(bytes, ObjectPart::kHeadBytes), ObjectPart::kHeadBytes), m_file));
  }
  // Chunks then lie at the end of the file as it was when each was written: see addressOfWritten().
  MASU_CHECK(check(H5Pset_small_data_block_size(access, 0), m_file));
  MASU_TRY(m_id, own(H5Fcreate(m_file.c_str(), H5F_ACC_TRUNC, properties.creation.get(), access), H5Fclose, m_file));
  MASU_TRY(m_raw, io::File::openRead(m_file));
  return {};
}

Result<Handle> Builder::createObject(const ObjectInfo& object) {
  const auto dimensions = dimensionsOf(object, object.samples);
  const auto chunk = dimensionsOf(object, object.chunkSamples);
  const int rank = static_cast<int>(dimensions.size());
  const std::string path = layout::pathOf(object);
  MASU_TRY(const Handle type, hdf5::typeOf(object, m_file));
  MASU_TRY(const Handle space, own(H5Screate_simple(rank, dimensions.data(), nullptr), H5Sclose, m_file));
  MASU_TRY(const Handle properties, own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, m_file));
  MASU_CHECK(check(H5Pset_obj_track_times(properties.get(), false), m_file));
  MASU_CHECK(check(H5Pset_chunk(properties.get(), rank, chunk.data()), m_file));
  if (object.compression == Compression::none) {
    MASU_CHECK(check(H5Pset_alloc_time(properties.get(), H5D_ALLOC_TIME_EARLY), m_file));
    MASU_CHECK(check(H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER), m_file));
  } else {
    MASU_CHECK(check(H5Pset_shuffle(properties.get()), m_file));
    MASU_CHECK(check(H5Pset_deflate(properties.get(), ChunkCodec::kLevel), m_file));
  }
  if (const auto slash = path.rfind('/'); slash != std::string::npos) {
    MASU_CHECK(hdf5::makeGroups(m_id.get(), path.substr(0, slash), m_file));
  }
  return own(H5Dcreate2(m_id.get(), path.c_str(), type.get(), space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT),
             H5Dclose, m_file);
}

Result<void> Builder::place(const ObjectPart& part) {
  const ObjectInfo& object = part.info();
  MASU_TRY(const Handle dataset, createObject(object));
  if (part.compressed()) return placeChunks(part, dataset.get());
  MASU_TRY(const std::uint64_t address, chunkAddress(dataset.get(), object, 0));
  MASU_TRY(const std::uint64_t last, chunkAddress(dataset.get(), object, object.chunks() - 1));
  const std::uint64_t chunkBytes = object.chunkSamples * object.sampleBytes();
  if (last != address + (object.chunks() - 1) * chunkBytes) {
    return fail(Errc::internal, MASU_TEXT("core", "HDF5 did not lay the chunks of {0} side by side."), {object.name});
  }
  m_skeleton.placements.push_back(
      {&part, address, object.samples * object.sampleBytes(), object.chunks() * chunkBytes});
  return {};
}

Result<std::uint64_t> Builder::chunkAddress(hid_t dataset, const ObjectInfo& object, std::uint64_t chunk) {
  std::vector<hsize_t> offset(object.sampleShape.size() + 1);
  offset[0] = chunk * object.chunkSamples;
  unsigned mask = 0;
  haddr_t address = HADDR_UNDEF;
  hsize_t size = 0;
  MASU_CHECK(check(H5Dget_chunk_info_by_coord(dataset, offset.data(), &mask, &address, &size), m_file));
  if (address == HADDR_UNDEF) return fail(hdf5::lastError(m_file));
  return address;
}

Result<std::uint64_t> Builder::addressOfWritten(hid_t dataset, const ObjectInfo& object, std::uint64_t chunk,
                                                std::span<const std::byte> bytes, std::vector<std::byte>& scratch) {
  // Asking the library costs the number of chunks each time, so look at the end of the file, and ask where that fails.
  hsize_t end = 0;
  MASU_CHECK(check(H5Fget_filesize(m_id.get(), &end), m_file));
  scratch.resize(bytes.size());
  if (end >= bytes.size() && m_raw.readAt(end - bytes.size(), scratch) && std::ranges::equal(bytes, scratch)) {
    return end - bytes.size();
  }
  return chunkAddress(dataset, object, chunk);
}

Result<void> Builder::placeChunks(const ObjectPart& part, hid_t dataset) {
  const ObjectInfo& object = part.info();
  std::vector<hdf5::ChunkEntry> index;
  std::vector<hsize_t> offset(object.sampleShape.size() + 1);
  std::vector<std::byte> bytes;
  std::vector<std::byte> scratch;
  for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    const ObjectPart::Chunk& stored = part.chunks()[chunk];
    bytes.resize(stored.size);
    MASU_CHECK(part.file().readAt(stored.offset, bytes));
    offset[0] = chunk * object.chunkSamples;
    MASU_CHECK(
        check(H5Dwrite_chunk(dataset, H5P_DEFAULT, stored.mask, offset.data(), stored.size, bytes.data()), m_file));
    MASU_TRY(const std::uint64_t address, addressOfWritten(dataset, object, chunk, bytes, scratch));
    index.push_back({address, stored.size, stored.mask});
    m_job.progress.add(stored.size);
  }
  MASU_TRY(const Handle type, hdf5::chunkEntryType(m_file));
  const std::string path = std::string(layout::kChunkIndexGroup) + "/" + layout::pathOf(object);
  return hdf5::writeFlat(m_id.get(), path, type.get(), index.size(), index.data(), m_file);
}

Result<void> Builder::writeAttributes(const DatasetMeta& meta) {
  const hid_t root = m_id.get();
  MASU_CHECK(hdf5::writeNumber(root, layout::kFormatAttribute, layout::kFormatVersion, m_file));
  MASU_CHECK(hdf5::writeText(root, layout::kUuidAttribute, meta.uuid, m_file));
  MASU_CHECK(hdf5::writeText(root, layout::kKindAttribute, name(meta.kind), m_file));
  MASU_CHECK(hdf5::writeText(root, layout::kTargetAttribute, name(meta.target), m_file));
  MASU_CHECK(hdf5::writeNumber(root, layout::kSamplesAttribute, m_request.samples, m_file));
  MASU_CHECK(hdf5::writeNumber(root, layout::kRecordsAttribute, meta.records, m_file));
  MASU_CHECK(hdf5::writeNumber(root, layout::kRejectedAttribute, meta.rejected, m_file));
  MASU_CHECK(hdf5::writeNumber(root, layout::kDroppedAttribute, meta.dropped, m_file));
  if (meta.window > 0) {
    MASU_CHECK(hdf5::writeNumber(root, layout::kWindowAttribute, meta.window, m_file));
    MASU_CHECK(hdf5::writeNumber(root, layout::kSilenceAttribute, static_cast<std::uint64_t>(meta.silence), m_file));
  }
  return hdf5::writeNumber(root, layout::kTrainMeanAttribute, meta.missingByTrainMean ? 1 : 0, m_file);
}

Result<void> Builder::writeMeta(const DatasetMeta& meta) {
  for (const auto& [document, text] : documentsOf(meta)) {
    const std::string path = std::string("meta/") + document;
    MASU_CHECK(hdf5::writeFlat(m_id.get(), path, H5T_STD_U8LE, text.size(), text.data(), m_file));
  }
  for (const ObjectPart* part : m_request.parts) {
    const std::string path = std::string(layout::kChecksumsGroup) + "/" + layout::pathOf(part->info());
    const auto& checksums = part->checksums();
    MASU_CHECK(hdf5::writeFlat(m_id.get(), path, H5T_STD_U64LE, checksums.size(), checksums.data(), m_file));
  }
  return {};
}

Result<void> Builder::writeAffine(const table::Schema& schema) {
  const auto features = std::ranges::find(m_request.parts, std::string("features"),
                                          [](const ObjectPart* part) { return part->info().name; });
  if (features == m_request.parts.end() || !isAffine((*features)->info(), schema)) return {};
  std::vector<float> scales;
  std::vector<float> offsets;
  for (const std::size_t index : schema.indicesOf(table::Role::feature)) {
    scales.push_back(static_cast<float>(schema.columns[index].scale));
    offsets.push_back(static_cast<float>(schema.columns[index].offset));
  }
  MASU_CHECK(hdf5::writeFlat(m_id.get(), layout::kScaleObject, H5T_IEEE_F32LE, scales.size(), scales.data(), m_file));
  return hdf5::writeFlat(m_id.get(), layout::kOffsetObject, H5T_IEEE_F32LE, offsets.size(), offsets.data(), m_file);
}

Result<void> Builder::linkSplits() {
  const hid_t root = m_id.get();
  const char* target = m_request.splitsName.c_str();
  const std::string manifest = std::string("/") + layout::kDefaultManifest;
  MASU_CHECK(check(H5Lcreate_external(target, "/", root, "splits", H5P_DEFAULT, H5P_DEFAULT), m_file));
  return check(H5Lcreate_external(target, manifest.c_str(), root, "split", H5P_DEFAULT, H5P_DEFAULT), m_file);
}

}  // namespace

Result<Skeleton> writeSkeleton(const SkeletonRequest& request, const DatasetMeta& meta, const JobContext& job) {
  const hdf5::Lock lock;
  return Builder(request, job).build(meta);
}

}  // namespace masu::store
