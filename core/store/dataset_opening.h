#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/store/dataset.h"
#include "core/store/hdf5_types.h"
#include "core/store/meta.h"

namespace masu::store {

/// An object of a finished file with where its chunks lie.
/// Invariant: everything it points to lies inside the file.
struct StoredObject {
  ObjectInfo info;
  std::uint64_t address = 0;             ///< of the first sample, when uncompressed; the others follow in order
  std::vector<hdf5::ChunkEntry> chunks;  ///< when compressed
  std::vector<std::uint64_t> checksums;  ///< one a chunk; empty when the file has none
};

/// What a dataset file holds besides its values.
struct DatasetContent {
  DatasetMeta meta;
  std::uint64_t samples = 0;
  std::uint64_t fileBytes = 0;
  std::vector<StoredObject> objects;
};

/// Reads and checks it. The HDF5 library is not needed afterwards. Errors: as Dataset::open().
Result<DatasetContent> readContent(const std::filesystem::path& path);

}  // namespace masu::store
