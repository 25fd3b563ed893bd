// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/store/format/meta.h"
#include "core/store/hdf5/handle.h"

namespace masu::store {

struct ObjectInfo;

/// `least`, or format 3 where labels are f64 or anything is i64, which programs that read only earlier formats do not
/// expect.
std::uint32_t formatOf(std::span<const ObjectInfo> objects, std::uint32_t least);

/// What a dataset's own file says of it beside the objects: attributes, /meta and the links to the splits file. The
/// caller holds hdf5::Lock; `file` is for messages.
struct DatasetHeader {
  const DatasetMeta& meta;
  std::uint64_t version = 1;
  std::uint64_t samples = 0;
  std::string splitsName;                ///< file name of the splits file beside the dataset; empty: there is none
  const ObjectInfo* features = nullptr;  ///< or the recordings they are cut from; null: there are none

  Result<void> write(hid_t root, const std::filesystem::path& file) const;

 private:
  Result<void> writeAttributes(hid_t root, const std::filesystem::path& file) const;
  Result<void> writeAffine(hid_t root, const std::filesystem::path& file) const;
  Result<void> linkSplits(hid_t root, const std::filesystem::path& file) const;
};

}  // namespace masu::store
