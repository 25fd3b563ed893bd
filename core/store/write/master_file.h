// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/store/format/meta.h"
#include "core/store/read/dataset.h"

namespace masu::store {

/// A complete part, where it is now and what it will be called beside the dataset.
struct NamedPart {
  std::filesystem::path where;
  std::string name;
};

struct MasterRequest {
  std::filesystem::path file;
  std::vector<NamedPart> parts;          ///< in the order of the samples
  std::vector<ObjectInfo> objects = {};  ///< name, type, shape and chunk; the parts say how many samples
  std::uint64_t samples = 0;
  std::string splitsName = {};
  std::uint64_t partBytes = 0;  ///< as of PartList
};

/// Writes the master file of a dataset in parts: its description, and each object as a virtual dataset over them.
/// Errors: a part that is not as the request says; a full disk.
Result<void> writeMaster(const MasterRequest& request, const DatasetMeta& meta);

}  // namespace masu::store
