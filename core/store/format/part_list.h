// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/store/format/object_info.h"

namespace masu::store {

/// A file that holds some of a dataset's values, as the dataset's own file describes it.
struct PartFile {
  std::string file;  ///< its name, beside the dataset
  std::uint64_t bytes = 0;
  std::string uuid;
  std::string content;  ///< hex64 over the shapes and checksums of what it holds
};

/// More would need more open files than a process is allowed as a rule.
inline constexpr std::size_t kMostParts = 500;

/// The content of /meta/parts. The objects are in it, too, so that the HDF5 library never has to open a virtual
/// dataset: 1.10.8 crashes on a damaged one.
struct PartList {
  std::vector<PartFile> parts;      ///< in the order of the samples
  std::vector<ObjectInfo> objects;  ///< of the whole dataset, in the order of the format's table
  std::uint64_t partBytes = 0;      ///< that a part was to have at most; 0: nobody said
};

/// The document. Errors: no such document, more than kMostParts, a name that leads out of the folder.
std::string documentOf(const PartList& list);
Result<PartList> partListFrom(std::string_view document, const std::filesystem::path& dataset);

/// Names for so many parts beside a dataset, `F.part000.h5` and on: the lowest numbers in a row that no file there has,
/// so that publishing them replaces nothing.
std::vector<std::string> freePartNames(const std::filesystem::path& dataset, std::size_t count);

}  // namespace masu::store
