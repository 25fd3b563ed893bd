#pragma once

#include <optional>

#include "core/store/hdf5_handle.h"
#include "core/store/meta.h"

/// The filters of compressed objects: shuffle, then one that compresses. The caller holds hdf5::Lock.
namespace masu::store::hdf5 {

/// Errors: as of the library.
Result<void> setFilters(hid_t properties, Compression compression, const std::filesystem::path& file);

/// Nothing where they are not filters that Masu writes. No filters: Compression::none.
std::optional<Compression> compressionOf(hid_t properties);

}  // namespace masu::store::hdf5
