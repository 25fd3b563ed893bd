// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_array.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "core/io/hdf5/lock.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

/// As far as deflate can shrink, and somewhat more: what claims to hold more was not written into this file.
constexpr std::uint64_t kMostTimes = 1100;
constexpr std::uint64_t kSmallestCache = 1U << 20U;
constexpr std::uint64_t kLargestCache = 64U << 20U;
/// In memory while a chunk is read: itself packed and unpacked, and the one before it.
constexpr std::uint64_t kChunksHeld = 3;

/// The type in memory that decode() reads a kind of elements from.
hid_t nativeType(ElementType type) {
  switch (type) {
    case ElementType::boolean:
    case ElementType::u8:
      return H5T_NATIVE_UINT8;
    case ElementType::i8:
      return H5T_NATIVE_INT8;
    case ElementType::i16:
      return H5T_NATIVE_INT16;
    case ElementType::u16:
      return H5T_NATIVE_UINT16;
    case ElementType::i32:
      return H5T_NATIVE_INT32;
    case ElementType::u32:
      return H5T_NATIVE_UINT32;
    case ElementType::i64:
      return H5T_NATIVE_INT64;
    case ElementType::u64:
      return H5T_NATIVE_UINT64;
    default:
      return H5T_NATIVE_DOUBLE;  // every float of 64 bits or fewer is one exactly
  }
}

ElementType inMemory(ElementType type) {
  const bool isFloat = type == ElementType::f16 || type == ElementType::f32;
  return isFloat ? ElementType::f64 : type;
}

std::vector<std::uint64_t> shapeOf(hid_t space) {
  std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
  H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  return {shape.begin(), shape.end()};
}

struct ChunkBytes {
  std::uint64_t one = 0;  ///< the library holds a chunk whole to read any of it
  /// Of the chunks that are side by side across the longest dimension, along which recordings are read: at most
  /// kLargestCache, but not less than one.
  std::uint64_t across = 0;
};

/// Zeros where there are no chunks.
ChunkBytes chunkBytesOf(hid_t creation, const std::vector<std::uint64_t>& shape, std::uint64_t elementBytes) {
  std::vector<hsize_t> chunk(shape.size());
  if (shape.empty() || H5Pget_layout(creation) != H5D_CHUNKED ||
      H5Pget_chunk(creation, static_cast<int>(chunk.size()), chunk.data()) < 0) {
    return {};
  }
  const auto longest = static_cast<std::size_t>(std::max_element(shape.begin(), shape.end()) - shape.begin());
  ChunkBytes bytes{.one = elementBytes, .across = 0};  // the library allows no chunk beyond 4 GiB
  for (const hsize_t length : chunk) bytes.one *= length;
  bytes.across = bytes.one;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (chunk[i] == 0 || shape[i] == 0) return {};
    const std::uint64_t chunks = i == longest ? 1 : (shape[i] - 1) / chunk[i] + 1;
    if (bytes.across > kLargestCache / chunks) return {bytes.one, std::max(bytes.one, kLargestCache)};
    bytes.across *= chunks;
  }
  return bytes;
}

Error chunkTooLarge(const std::string& path, const std::string& name, std::uint64_t needed, std::uint64_t memory) {
  const auto mebibytes = [](std::uint64_t bytes) { return std::to_string((bytes + (1U << 20U) - 1) >> 20U); };
  return {
      Errc::outOfMemory,
      MASU_TEXT("core",
                "Reading a chunk of {1} in {0} takes {2} MiB of memory, and each thread may take {3}. Allow more by "
                "--memory or fewer --threads, or store it in smaller chunks, for instance with h5repack."),
      {path, name, mebibytes(needed), mebibytes(memory)},
      {path}};
}

}  // namespace

Hdf5File::~Hdf5File() {
  const io::Hdf5Lock lock;
  id = {};
}

Error hdf5Error(const std::string& path) {
  return {
      Errc::damaged,
      MASU_TEXT("core",
                "{0} cannot be read: it is damaged, or needs a plug-in of HDF5 that is not installed. Copy it again."),
      {path},
      {path}};
}

Result<std::shared_ptr<NumberArray>> Hdf5Array::open(std::shared_ptr<const Hdf5File> file, const std::string& name,
                                                     Hdf5Layout layout, std::uint64_t memory) {
  std::shared_ptr<Hdf5Array> array(new Hdf5Array(std::move(file), std::move(layout)));
  const io::Hdf5Lock lock;
  MASU_CHECK(array->open(name, memory));
  return array;
}

Hdf5Array::~Hdf5Array() {
  const io::Hdf5Lock lock;
  m_space = {};
  m_dataset = {};
}

Result<void> Hdf5Array::open(const std::string& name, std::uint64_t memory) {
  m_dataset = {H5Dopen2(m_file->id.get(), name.c_str(), H5P_DEFAULT), H5Dclose};
  if (!m_dataset) return fail(hdf5Error(m_file->path));
  m_space = {H5Dget_space(m_dataset.get()), H5Sclose};
  if (!m_space) return fail(hdf5Error(m_file->path));
  MASU_CHECK(checkStorage(name));
  return enlargeCache(name, memory);
}

Result<void> Hdf5Array::checkStorage(const std::string& name) const {
  const Hdf5Id creation(H5Dget_create_plist(m_dataset.get()), H5Pclose);
  const Hdf5Id type(H5Dget_type(m_dataset.get()), H5Tclose);
  if (!creation || !type) return fail(hdf5Error(m_file->path));
  if (H5Pget_layout(creation.get()) == H5D_VIRTUAL || H5Pget_external_count(creation.get()) > 0) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "The values of {1} in {0} are in other files. Give those, or copy it into one file."),
                {m_file->path, name}, {m_file->path});
  }
  const auto elements = elementsOf(shapeOf(m_space.get()));
  MASU_TRY(const std::uint64_t size, m_file->file.size());
  if (!elements || *elements / kMostTimes > size / H5Tget_size(type.get())) {
    return fail(Errc::damaged, MASU_TEXT("core", "{1} in {0} is damaged: the file is too small for all it promises."),
                {m_file->path, name}, {m_file->path});
  }
  if (*elements > 0 && H5Dget_storage_size(m_dataset.get()) == 0) {
    return fail(Errc::damaged, MASU_TEXT("core", "{1} in {0} has a shape, but its values were never written."),
                {m_file->path, name}, {m_file->path});
  }
  return {};
}

/// A chunk that is read for some frames and dropped has to be unpacked again for the next.
Result<void> Hdf5Array::enlargeCache(const std::string& name, std::uint64_t memory) {
  const Hdf5Id creation(H5Dget_create_plist(m_dataset.get()), H5Pclose);
  const Hdf5Id type(H5Dget_type(m_dataset.get()), H5Tclose);
  const ChunkBytes chunks = chunkBytesOf(creation.get(), shapeOf(m_space.get()), H5Tget_size(type.get()));
  std::uint64_t wanted = chunks.across;
  if (memory > 0) {
    if (chunks.one > memory / kChunksHeld)
      return fail(chunkTooLarge(m_file->path, name, kChunksHeld * chunks.one, memory));
    wanted = std::min(wanted, memory / kChunksHeld);
  }
  if (wanted <= kSmallestCache) return {};
  constexpr std::size_t kSlots = 4099;
  const Hdf5Id access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_chunk_cache(access.get(), kSlots, wanted, H5D_CHUNK_CACHE_W0_DEFAULT);
  m_dataset = {};  // one that is open already would keep its cache
  m_dataset = {H5Dopen2(m_file->id.get(), name.c_str(), access.get()), H5Dclose};
  if (!m_dataset) return fail(hdf5Error(m_file->path));
  return {};
}

Result<void> Hdf5Array::read(const Slab& slab, std::span<double> out) {
  Slab inFile = slab;
  if (m_layout.reversed) std::reverse(inFile.begin(), inFile.end());
  std::vector<hsize_t> start;
  std::vector<hsize_t> count;
  std::uint64_t elements = 1;
  for (const SlabAxis& axis : inFile) {
    start.push_back(axis.start);
    count.push_back(axis.count);
    elements *= axis.count;
  }
  if (elements == 0) return {};
  m_buffer.resize(elements * sizeOf(inMemory(m_layout.type)));
  {
    const io::Hdf5Lock lock;
    const auto rank = static_cast<int>(count.size());
    const Hdf5Id memory(rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, count.data(), nullptr), H5Sclose);
    const herr_t selected =
        rank == 0 ? H5Sselect_all(m_space.get())
                  : H5Sselect_hyperslab(m_space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    if (selected < 0 || H5Dread(m_dataset.get(), nativeType(m_layout.type), memory.get(), m_space.get(), H5P_DEFAULT,
                                m_buffer.data()) < 0) {
      return fail(hdf5Error(m_file->path));
    }
  }
  std::byte* from = m_buffer.data();
  if (scatter(inFile, 0, from, out.data())) return {};
  return fail(inexactInteger(m_file->path));
}

/// Decodes a row of elements; see decode(). What is missing is exempt: it may be an integer that no double holds.
bool Hdf5Array::decodeRow(std::byte* from, const SlabAxis& row, double* out) const {
  const NumberPacking& packing = m_layout.packing;
  const ElementType type = packing.readAs.value_or(inMemory(m_layout.type));
  std::vector<std::uint64_t> missing;
  for (std::uint64_t i = 0; i < row.count && !packing.missingBits.empty(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from + i * sizeof(bits), sizeof(bits));
    if (std::ranges::find(packing.missingBits, bits) == packing.missingBits.end()) continue;
    missing.push_back(i);
    std::memset(from + i * sizeof(bits), 0, sizeof(bits));
  }
  const bool isExact = decode(type, false, from, row.count, out, row.step);
  if (packing.isScaled() || !packing.missing.empty()) {
    for (std::uint64_t i = 0; i < row.count; ++i) out[i * row.step] = packing.valueOf(out[i * row.step]);
  }
  for (const std::uint64_t i : missing) out[i * row.step] = std::numeric_limits<double>::quiet_NaN();
  return isExact;
}

/// Elements come with the last axis fastest and go where the slab says. False as decode() is.
bool Hdf5Array::scatter(const Slab& slab, std::size_t axis, std::byte*& from, double* out) const {
  if (axis + 1 >= slab.size()) {
    const SlabAxis last = slab.empty() ? SlabAxis{0, 1, 1} : slab.back();
    const bool isExact = decodeRow(from, last, out);
    from += last.count * sizeOf(inMemory(m_layout.type));
    return isExact;
  }
  bool isExact = true;
  for (std::uint64_t i = 0; i < slab[axis].count; ++i) {
    isExact &= scatter(slab, axis + 1, from, out + i * slab[axis].step);
  }
  return isExact;
}

}  // namespace masu::waveform
