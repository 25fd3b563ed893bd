// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/hdf5_shell.h"

#include <algorithm>

#include "core/io/file.h"

namespace masu::store {

namespace {

template <class Source>
struct Copy {
  const Source* from;
  std::uint64_t fromOffset;
  std::uint64_t toOffset;
  std::uint64_t bytes;
};
/// Which clang does not find out by itself before version 17.
template <class Source>
Copy(const Source*, std::uint64_t, std::uint64_t, std::uint64_t) -> Copy<Source>;

/// Through memory, in blocks that stay in the second cache: copy_file_range() passes pages on a few at a time and takes
/// half as long again, and no file system shares blocks that are not at multiples of their size.
template <class Source>
Result<void> copyRange(const Copy<Source>& copy, const io::File& to, const JobContext& job) {
  using io::eachBlock;
  return eachBlock(*copy.from, copy.fromOffset, copy.bytes, [&](std::uint64_t done, auto bytes) -> Result<void> {
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_CHECK(to.writeAt(copy.toOffset + done, bytes));
    job.progress.add(bytes.size());
    return {};
  });
}

/// Copies everything of the shell but the places of objects: metadata, and chunks that the library wrote.
Result<void> copyMetadata(const Hdf5Shell& shell, const io::File& from, std::uint64_t size, const io::File& to,
                          const JobContext& job) {
  auto copyRanges = shell.copyRanges;
  std::ranges::sort(copyRanges, {}, &CopyRange::address);
  std::uint64_t at = 0;
  for (const CopyRange& placement : copyRanges) {
    MASU_CHECK(copyRange(Copy{&from, at, at, placement.address - at}, to, job));
    at = placement.address + placement.extent;
  }
  return copyRange(Copy{&from, at, at, size - at}, to, job);
}

}  // namespace

const StagedObject* baseOf(const std::vector<const StagedObject*>& parts) {
  const StagedObject* largest = nullptr;
  std::uint64_t largestBytes = 0;
  std::uint64_t compressedBytes = 0;
  for (const StagedObject* part : parts) {
    const std::uint64_t bytes = part->info().samples * part->info().sampleBytes();
    if (part->compressed()) {
      for (const StagedObject::Chunk& chunk : part->chunks()) compressedBytes += chunk.size;
    } else if (bytes > largestBytes) {
      largest = part;
      largestBytes = bytes;
    }
  }
  return compressedBytes > largestBytes ? nullptr : largest;
}

Result<std::filesystem::path> assemble(const Hdf5Shell& shell, const StagedObject* base, const JobContext& job) {
  MASU_TRY(const io::File file, io::File::openReadWrite(shell.file));
  MASU_TRY(const std::uint64_t size, file.size());
  const auto placed = std::ranges::find(shell.copyRanges, base, &CopyRange::part);
  const bool fits = placed != shell.copyRanges.end() && placed->address == StagedObject::kHeadBytes;
  const io::File* target = &file;
  if (fits) {
    MASU_TRY(target, base->file().onDisk());
    // Cut what rejected samples left after the last one, so that the padding of the last chunk reads as zeros.
    MASU_CHECK(target->resize(placed->address + placed->bytes));
    MASU_CHECK(target->resize(size));
    MASU_CHECK(copyMetadata(shell, file, size, *target, job));
  }
  for (const CopyRange& placement : shell.copyRanges) {
    if (fits && placement.part == base) continue;
    const Copy copy{&placement.part->file(), placement.from, placement.address, placement.bytes};
    MASU_CHECK(copyRange(copy, *target, job));
  }
  return target->path();
}

}  // namespace masu::store
