// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/dataset_opening.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/store/format/layout.h"
#include "core/store/hdf5/opened_file.h"

namespace masu::store {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

namespace {

/// True where the address and everything after it up to `bytes` is in the file, without overflow.
bool inside(std::uint64_t address, std::uint64_t bytes, std::uint64_t fileBytes) {
  return address <= fileBytes && bytes <= fileBytes - address;
}

Result<void> readShape(const OpenedFile& file, hid_t dataset, ObjectInfo& info) {
  MASU_TRY(const Handle space, own(H5Dget_space(dataset), H5Sclose, file.path()));
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 1) return fail(file.malformed(info.name));
  std::vector<hsize_t> dimensions(static_cast<std::size_t>(rank));
  MASU_CHECK(check(H5Sget_simple_extent_dims(space.get(), dimensions.data(), nullptr), file.path()));
  info.samples = dimensions[0];
  info.sampleShape.assign(dimensions.begin() + 1, dimensions.end());
  // So that the product over a sample, and that over all, do not overflow.
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 60U;
  std::uint64_t room = kLargest / info.elementBytes();
  for (const hsize_t dimension : dimensions) {
    if (dimension == 0 || dimension > room) return fail(file.malformed(info.name));
    room /= dimension;
  }
  return {};
}

Result<Handle> openObject(const OpenedFile& file, ObjectInfo& info) {
  const std::string path = layout::pathOf(info);
  MASU_TRY(Handle dataset, file.openDataset(path));
  MASU_TRY(const Handle type, own(H5Dget_type(dataset.get()), H5Tclose, file.path()));
  MASU_CHECK(hdf5::recogniseType(type.get(), info, file.path()));
  MASU_CHECK(readShape(file, dataset.get(), info));
  return dataset;
}

Result<void> readChunking(const OpenedFile& file, hid_t dataset, ObjectInfo& info) {
  MASU_TRY(const Handle properties, own(H5Dget_create_plist(dataset), H5Pclose, file.path()));
  std::vector<hsize_t> chunk(info.sampleShape.size() + 1);
  if (H5Pget_layout(properties.get()) == H5D_CONTIGUOUS) {
    // Of a plain file: readers take as much at once as chunks would hold.
    info.chunkSamples = std::min(chunkSamplesFor(info.sampleBytes()), info.samples);
    return {};
  }
  if (H5Pget_layout(properties.get()) != H5D_CHUNKED) return fail(file.malformed(info.name));
  MASU_CHECK(check(H5Pget_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data()), file.path()));
  info.chunkSamples = chunk[0];
  // The library keeps a chunk below 4 GiB.
  if (!std::equal(info.sampleShape.begin(), info.sampleShape.end(), chunk.begin() + 1))
    return fail(file.malformed(info.name));
  const std::optional<Compression> compression = hdf5::compressionOf(properties.get());
  if (!compression) return fail(file.malformed(info.name));
  info.compression = *compression;
  return {};
}

Result<void> locateChunks(const OpenedFile& file, Extent& extent) {
  const std::string path = layout::chunkIndexPathOf(extent.info);
  MASU_TRY(const Handle type, hdf5::chunkEntryType(file.path()));
  MASU_TRY(extent.chunks, file.readFlat<hdf5::ChunkEntry>(path, type.get()));
  // Deflate makes nothing smaller than to 1 / 1032, LZ4 to 1 / 255 and Zstandard to 1 / 32768 (128 KiB in a block of 4
  // bytes), so that a chunk's memory is bounded by what the file really holds.
  const std::uint64_t mostInflation = extent.info.compression == Compression::zstd ? 40000 : 1100;
  const std::uint64_t chunkBytes = extent.info.chunkSamples * extent.info.sampleBytes();
  const bool inFile = std::ranges::all_of(extent.chunks, [&](const hdf5::ChunkEntry& chunk) {
    return inside(chunk.address, chunk.size, file.bytes()) && chunk.size >= chunkBytes / mostInflation;
  });
  if (!inFile || extent.chunks.size() != extent.info.chunks()) return fail(file.malformed(path));
  return {};
}

Result<void> locate(const OpenedFile& file, hid_t dataset, Extent& extent) {
  const ObjectInfo& info = extent.info;
  if (info.compression != Compression::none) return locateChunks(file, extent);
  if (const haddr_t address = H5Dget_offset(dataset); address != HADDR_UNDEF) {
    extent.address = address;
    const bool isInside = inside(address, info.samples * info.sampleBytes(), file.bytes());
    return isInside ? Result<void>() : fail(file.malformed(info.name));
  }
  std::vector<hsize_t> offset(info.sampleShape.size() + 1);
  std::array<haddr_t, 2> ends{};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    offset[0] = i == 0 ? 0 : (info.chunks() - 1) * info.chunkSamples;
    unsigned mask = 0;
    hsize_t size = 0;
    MASU_CHECK(check(H5Dget_chunk_info_by_coord(dataset, offset.data(), &mask, &ends[i], &size), file.path()));
  }
  const std::uint64_t chunkBytes = info.chunkSamples * info.sampleBytes();
  extent.address = ends[0];
  const bool isInside =
      info.chunks() <= file.bytes() / chunkBytes && inside(extent.address, info.chunks() * chunkBytes, file.bytes());
  if (!isInside || ends[1] != ends[0] + (info.chunks() - 1) * chunkBytes) return fail(file.malformed(info.name));
  return {};
}

}  // namespace

Result<Extent> readExtent(const OpenedFile& file, ObjectInfo info) {
  const std::string path = layout::pathOf(info);
  MASU_TRY(const Handle dataset, openObject(file, info));
  MASU_CHECK(readChunking(file, dataset.get(), info));
  Extent extent;
  extent.info = std::move(info);
  MASU_CHECK(locate(file, dataset.get(), extent));
  const std::string checksums = std::string(layout::kChecksumsGroup) + "/" + path;
  MASU_TRY(const bool checked, file.exists(checksums));
  if (checked) {
    MASU_TRY(extent.checksums, file.readFlat<std::uint64_t>(checksums, H5T_NATIVE_UINT64));
    if (extent.checksums.size() != extent.info.chunks()) return fail(file.malformed(checksums));
  }
  return extent;
}

}  // namespace masu::store
