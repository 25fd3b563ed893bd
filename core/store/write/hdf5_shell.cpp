// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/hdf5_shell.h"

#include <algorithm>
#include <cstring>

#include "core/io/file.h"
#include "core/store/format/layout.h"
#include "core/store/hdf5/types.h"
#include "core/store/write/dataset_header.h"

namespace masu::store {

namespace {

using hdf5::check;
using hdf5::dimensionsOf;
using hdf5::Handle;
using hdf5::own;

/// Builds one shell; its members are what every step needs.
class Builder {
 public:
  Builder(const Hdf5ShellRequest& request, const JobContext& job)
      : m_request(request), m_file(request.file), m_job(job) {}

  Result<Hdf5Shell> build(const DatasetMeta& meta);

 private:
  Result<void> createFile();
  Result<Handle> createObject(const ObjectInfo& object);
  Result<void> place(const ObjectSlice& slice);
  Result<void> placeChunks(const ObjectSlice& slice, hid_t dataset);
  Result<std::uint64_t> chunkAddress(hid_t dataset, const ObjectInfo& object, std::uint64_t chunk);
  Result<std::uint64_t> addressOfWritten(hid_t dataset, const ObjectInfo& object, std::uint64_t chunk,
                                         std::span<const std::byte> bytes, std::vector<std::byte>& scratch);
  Result<void> describe(const DatasetMeta& meta);
  Result<void> writeChecksums();

  const Hdf5ShellRequest& m_request;
  const std::filesystem::path& m_file;
  const JobContext& m_job;
  Handle m_id;
  io::File m_raw;  ///< the same file, to see where the library put a chunk
  Hdf5Shell m_skeleton;
};

Result<Hdf5Shell> Builder::build(const DatasetMeta& meta) {
  m_skeleton.file = m_file;
  MASU_CHECK(createFile());
  const auto isFirst = [&](const ObjectSlice& slice) { return slice.part == m_request.first; };
  for (const bool first : {true, false}) {
    for (const ObjectSlice& slice : m_request.slices) {
      if (isFirst(slice) == first) MASU_CHECK(place(slice));
    }
  }
  MASU_CHECK(describe(meta));
  MASU_CHECK(writeChecksums());
  MASU_CHECK(hdf5::writeStructurePlace(m_id.get(), m_file));
  MASU_CHECK(hdf5::closeWritten(m_id, m_file));
  return std::move(m_skeleton);
}

Result<void> Builder::createFile() {
  MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(m_file));
  const hid_t access = properties.access.get();
  if (m_request.first != nullptr) {
    // Only what is as large as the first object is aligned: that object is right after the first page.
    const ObjectInfo& object = m_request.first->info();
    const std::uint64_t bytes = object.chunks() * object.chunkSamples * object.sampleBytes();
    MASU_CHECK(
        check(H5Pset_alignment(access, std::max(bytes, StagedObject::kHeadBytes), StagedObject::kHeadBytes), m_file));
  }
  // Chunks then are at the end of the file as it was when each was written: see addressOfWritten().
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
    MASU_CHECK(hdf5::setFilters(properties.get(), object.compression, m_file));
  }
  if (const auto slash = path.rfind('/'); slash != std::string::npos) {
    MASU_CHECK(hdf5::makeGroups(m_id.get(), path.substr(0, slash), m_file));
  }
  return own(H5Dcreate2(m_id.get(), path.c_str(), type.get(), space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT),
             H5Dclose, m_file);
}

Result<void> Builder::place(const ObjectSlice& slice) {
  const ObjectInfo object = slice.info();
  MASU_TRY(const Handle dataset, createObject(object));
  if (slice.part->compressed()) return placeChunks(slice, dataset.get());
  MASU_TRY(const std::uint64_t address, chunkAddress(dataset.get(), object, 0));
  MASU_TRY(const std::uint64_t last, chunkAddress(dataset.get(), object, object.chunks() - 1));
  const std::uint64_t chunkBytes = object.chunkSamples * object.sampleBytes();
  if (last != address + (object.chunks() - 1) * chunkBytes) {
    return fail(Errc::internal, MASU_TEXT("core", "HDF5 did not lay the chunks of {0} side by side."), {object.name});
  }
  const std::uint64_t from = StagedObject::kHeadBytes + object.first * object.sampleBytes();
  m_skeleton.copyRanges.push_back(
      {slice.part, from, address, object.samples * object.sampleBytes(), object.chunks() * chunkBytes});
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

Result<void> Builder::placeChunks(const ObjectSlice& slice, hid_t dataset) {
  const StagedObject& part = *slice.part;
  const ObjectInfo object = slice.info();
  std::vector<hdf5::ChunkEntry> index;
  std::vector<hsize_t> offset(object.sampleShape.size() + 1);
  std::vector<std::byte> bytes;
  std::vector<std::byte> scratch;
  for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    const StagedObject::Chunk& stored = part.chunks()[slice.firstChunk + chunk];
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
  const std::string path = layout::chunkIndexPathOf(object);
  return hdf5::writeFlat(m_id.get(), path, type.get(), index.size(), index.data(), m_file);
}

Result<void> Builder::describe(const DatasetMeta& meta) {
  const hid_t root = m_id.get();
  std::vector<ObjectInfo> objects;
  for (const ObjectSlice& slice : m_request.slices) objects.push_back(slice.part->info());
  if (!m_request.partOf.empty()) {
    const std::uint32_t version = formatOf(objects, layout::kFormatVersion);
    MASU_CHECK(hdf5::writeNumber(root, layout::kFormatAttribute, version, m_file));
    MASU_CHECK(hdf5::writeText(root, layout::kUuidAttribute, meta.uuid, m_file));
    return hdf5::writeText(root, layout::kPartOfAttribute, m_request.partOf, m_file);
  }
  const auto features = std::ranges::find_if(
      m_request.slices, [](const ObjectSlice& slice) { return layout::holdsFeatures(slice.part->info()); });
  const bool needsPlugin = std::ranges::any_of(m_request.slices, [](const ObjectSlice& slice) {
    const Compression compression = slice.part->info().compression;
    return compression == Compression::lz4 || compression == Compression::zstd;
  });
  const DatasetHeader description{
      .meta = meta,
      .version = formatOf(objects, needsPlugin ? layout::kFormatVersion : layout::kSingleFileVersion),
      .samples = m_request.samples,
      .splitsName = m_request.splitsName,
      .features = features == m_request.slices.end() ? nullptr : &features->part->info(),
  };
  return description.write(root, m_file);
}

Result<void> Builder::writeChecksums() {
  for (const ObjectSlice& slice : m_request.slices) {
    const std::string path = std::string(layout::kChecksumsGroup) + "/" + layout::pathOf(slice.part->info());
    const auto checksums = std::span(slice.part->checksums()).subspan(slice.firstChunk, slice.chunks);
    MASU_CHECK(hdf5::writeFlat(m_id.get(), path, H5T_STD_U64LE, checksums.size(), checksums.data(), m_file));
  }
  return {};
}

}  // namespace

ObjectInfo ObjectSlice::info() const {
  ObjectInfo object = part->info();
  object.first = firstChunk * object.chunkSamples;
  object.samples = std::min(chunks * object.chunkSamples, object.samples - object.first);
  // HDF5 refuses a chunk longer than a fixed dimension.
  object.chunkSamples = std::min(object.chunkSamples, object.samples);
  return object;
}

Result<Hdf5Shell> writeHdf5Shell(const Hdf5ShellRequest& request, const DatasetMeta& meta, const JobContext& job) {
  const hdf5::Lock lock;
  return Builder(request, job).build(meta);
}

}  // namespace masu::store
