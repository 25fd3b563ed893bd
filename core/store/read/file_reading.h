// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>

#include "core/store/read/dataset_opening.h"

namespace masu::store {

/// What one HDF5 file says of a dataset, checked: nothing it points to is outside the file.
struct FileContent {
  DatasetMeta meta;
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;
  std::vector<PartFile> parts;                 ///< empty: the values are in this file
  std::uint64_t partBytes = 0;                 ///< as of PartList
  std::vector<ObjectInfo> objects;             ///< what the dataset has, in the order of the format's table
  std::string linkedSplits = {};               ///< the name of the splits file that it links to; a plain file has none
  std::optional<StructureSum> structure = {};  ///< none in files of earlier versions
  std::vector<Extent> extents;  ///< those whose values are in this file, counted from its own first sample

  /// hex64 over what the extents are and their checksums: see PartFile.
  std::string fingerprint() const;
};

/// Reads the dataset's own file, which for a dataset in parts is the master. Errors: as Dataset::open().
Result<FileContent> readDatasetFile(const std::filesystem::path& path, const std::stop_token& stop = {});

/// Tries parts of a dataset that has these objects (see readSandboxed).
Result<void> tryPartFiles(std::span<const std::filesystem::path> files, const std::vector<ObjectInfo>& objects,
                          const std::stop_token& stop);

/// Reads a part of a dataset that has these objects; of the description only the UUID. A whole dataset may be a part.
/// Requires: it was tried, or this process wrote it.
Result<FileContent> readPartFile(const std::filesystem::path& path, const std::vector<ObjectInfo>& objects);

}  // namespace masu::store
