// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/store/format/object_info.h"
#include "core/store/hdf5/handle.h"

namespace masu::store::hdf5 {

/// The type in which an object's elements are in the file, little-endian. f16 equals h5py's float16.
Result<Handle> typeOf(const ObjectInfo& object, const std::filesystem::path& file);

/// Of so many samples of an object: {samples, inner …}.
std::vector<hsize_t> dimensionsOf(const ObjectInfo& object, std::uint64_t samples);

/// Makes the place of the checksum that sealStructure() writes at last.
Result<void> writeStructurePlace(hid_t root, const std::filesystem::path& file);

/// Where a compressed chunk is: one entry of /meta/chunk_index/NAME.
struct ChunkEntry {
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  std::uint32_t mask = 0;  ///< bit i set: the i-th filter was left out
};
static_assert(sizeof(ChunkEntry) == 16);
Result<Handle> chunkEntryType(const std::filesystem::path& file);

/// Reads back typeOf() into the object's element and dtype. Errors: a type that no Masu writes.
Result<void> recogniseType(hid_t type, ObjectInfo& object, const std::filesystem::path& file);

/// Compressed objects have two filters: shuffle, then one that compresses. The caller holds hdf5::Lock.
/// Errors: as of the library.
Result<void> setFilters(hid_t properties, Compression compression, const std::filesystem::path& file);

/// Nothing where they are not filters that Masu writes. No filters: Compression::none.
std::optional<Compression> compressionOf(hid_t properties);

}  // namespace masu::store::hdf5
