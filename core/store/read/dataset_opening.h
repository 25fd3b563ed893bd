// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/store/format/meta.h"
#include "core/store/format/part_list.h"
#include "core/store/hdf5/types.h"
#include "core/store/read/dataset.h"

namespace masu::store {

class OpenedFile;

/// Samples of an object that follow each other in one file, in chunks counted from the first of them.
/// Invariant: everything it points to is inside the file.
struct Extent {
  ObjectInfo info;                       ///< of these samples alone
  std::size_t file = 0;                  ///< in DatasetContent::files
  std::size_t number = 0;                ///< counts the extents of a dataset
  std::uint64_t address = 0;             ///< of the first sample, when uncompressed; the others follow in order
  std::vector<hdf5::ChunkEntry> chunks;  ///< when compressed
  std::vector<std::uint64_t> checksums;  ///< one a chunk; empty when the file has none
};

/// Finds where the samples of an object are in a file: name and element are given, the rest is read and checked.
/// Errors: it is not as the format says; it points outside the file.
Result<Extent> readExtent(const OpenedFile& file, ObjectInfo info);

/// The checksum of everything in a file but values, and where in the file it is.
struct StructureSum {
  std::uint64_t address = 0;
  std::uint64_t sum = 0;
};

/// An object with where its samples are. Invariant: the extents follow each other without a gap and are all of it.
struct StoredObject {
  ObjectInfo info;
  std::vector<Extent> extents;

  /// Requires: sample < info.samples.
  const Extent& extentOf(std::uint64_t sample) const;
};

/// What a dataset holds besides its values.
struct DatasetContent {
  DatasetMeta meta;
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;                   ///< of all files
  std::vector<std::filesystem::path> files;  ///< those that hold values, in the order of the samples
  std::vector<PartFile> parts;               ///< beside `files`; empty where the dataset is one file
  std::uint64_t partBytes = 0;               ///< as of PartList
  std::vector<StoredObject> objects;
  std::string linkedSplits;                  ///< the name of the splits file; empty where none is linked to
  std::vector<std::optional<StructureSum>> sums;  ///< beside `files`; none in files of earlier versions
  std::optional<StructureSum> masterSum;          ///< of the master file of a dataset in parts
};

/// Reads and checks it. The HDF5 library is not needed afterwards. Errors: as Dataset::open().
Result<DatasetContent> readContent(const std::filesystem::path& path, const std::stop_token& stop);

}  // namespace masu::store
