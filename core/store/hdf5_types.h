#pragma once

#include "core/store/dataset.h"
#include "core/store/hdf5_handle.h"

namespace masu::store::hdf5 {

/// The type in which an object's elements lie in the file, little-endian. f16 equals h5py's float16.
Result<Handle> typeOf(const ObjectInfo& object, const std::filesystem::path& file);

/// Of so many samples of an object: {samples, inner …}.
std::vector<hsize_t> dimensionsOf(const ObjectInfo& object, std::uint64_t samples);

/// Makes the place of the checksum that sealStructure() writes at last.
Result<void> writeStructurePlace(hid_t root, const std::filesystem::path& file);

/// {unused=0, train=1, validation=2, test=3} over u8: one byte of a manifest.
Result<Handle> splitType(const std::filesystem::path& file);

/// Where a compressed chunk lies: one entry of /meta/chunk_index/NAME.
struct ChunkEntry {
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  std::uint32_t mask = 0;  ///< bit i set: the i-th filter was left out
};
static_assert(sizeof(ChunkEntry) == 16);
Result<Handle> chunkEntryType(const std::filesystem::path& file);

/// Reads back typeOf() into the object's element and dtype. Errors: a type that no Masu writes.
Result<void> recogniseType(hid_t type, ObjectInfo& object, const std::filesystem::path& file);

}  // namespace masu::store::hdf5
