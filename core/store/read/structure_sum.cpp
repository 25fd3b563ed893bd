// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/structure_sum.h"

#include <algorithm>

#include "core/io/file.h"
#include "core/store/format/layout.h"

namespace masu::store {

void addCovered(const Extent& extent, std::vector<CoveredBytes>& covered) {
  if (extent.checksums.empty()) return;
  if (extent.info.compression == Compression::none)
    covered.push_back({extent.address, extent.info.samples * extent.info.sampleBytes()});
  for (const hdf5::ChunkEntry& chunk : extent.chunks) covered.push_back({chunk.address, chunk.size});
}

Result<std::uint64_t> structureSumOf(const io::File& file, std::vector<CoveredBytes> covered) {
  MASU_TRY(const std::uint64_t size, file.size());
  std::ranges::sort(covered, {}, &CoveredBytes::address);
  covered.push_back({size, 0});
  Hasher64 hasher;
  hasher.update(std::as_bytes(std::span(&size, 1)));
  std::uint64_t at = 0;
  const auto add = [&](std::uint64_t, std::span<const std::byte> bytes) -> Result<void> {
    hasher.update(bytes);
    return {};
  };
  for (const CoveredBytes& range : covered) {
    if (range.address > at) MASU_CHECK(io::eachBlock(file, at, range.address - at, add));
    at = std::max(at, range.address + range.bytes);
  }
  return hasher.digest();
}

Result<void> compareStructure(const std::filesystem::path& path, const StructureSum& sum,
                              std::vector<CoveredBytes> covered) {
  MASU_TRY(const io::File file, io::File::openRead(path));
  covered.push_back({sum.address, sizeof sum.sum});
  MASU_TRY(const std::uint64_t found, structureSumOf(file, std::move(covered)));
  if (found == sum.sum) return {};
  return fail(Errc::damaged,
              MASU_TEXT("core",
                        "{0} is damaged or was changed by another program: its description, or what HDF5 needs to find "
                        "its values, does not match its checksum. Copy it again, or import again."),
              {path.string()}, {path.string(), 0, 0});
}

Result<void> sealStructure(const std::filesystem::path& path, const std::vector<ObjectInfo>& objects) {
  MASU_TRY(const FileContent content, readPartFile(path, objects));
  if (!content.structure) {
    return fail(Errc::internal, MASU_TEXT("core", "Internal error: {0} has no place for a checksum. Please report it."),
                {path.string()});
  }
  MASU_TRY(const io::File file, io::File::openReadWrite(path));
  std::vector<CoveredBytes> covered = {{content.structure->address, sizeof(std::uint64_t)}};
  for (const Extent& extent : content.extents) addCovered(extent, covered);
  MASU_TRY(const std::uint64_t sum, structureSumOf(file, std::move(covered)));
  return file.writeAt(content.structure->address, std::as_bytes(std::span(&sum, 1)));
}

}  // namespace masu::store
