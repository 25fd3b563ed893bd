// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/base/hash.h"
#include "core/io/file.h"
#include "core/store/read/file_reading.h"

namespace masu::store {

/// Bytes of a file whose content another checksum covers, or that are the sum itself.
struct CoveredBytes {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

/// hash64 over the length of a file and all its bytes but the covered ones: the description, the lists of chunks and
/// checksums, and what HDF5 needs to find them. Errors: the file cannot be read.
Result<std::uint64_t> structureSumOf(const io::File& file, std::vector<CoveredBytes> covered);

/// Adds what the checksums of an extent's chunks cover.
void addCovered(const Extent& extent, std::vector<CoveredBytes>& covered);

/// `covered`: but for the sum itself. Errors: damaged, where the file is not as it was written.
Result<void> compareStructure(const std::filesystem::path& path, const StructureSum& sum,
                              std::vector<CoveredBytes> covered);

/// Writes the sum into a file of a dataset that is otherwise complete, and to which these objects may belong.
Result<void> sealStructure(const std::filesystem::path& path, const std::vector<ObjectInfo>& objects);

}  // namespace masu::store
