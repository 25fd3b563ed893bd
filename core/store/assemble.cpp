#include "core/store/assemble.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

#include "core/io/each_block.h"

namespace masu::store {

namespace {

constexpr std::uint64_t kBlockBytes = 16U << 20U;

struct Copy {
  const io::File* from;
  std::uint64_t fromOffset;
  std::uint64_t toOffset;
  std::uint64_t bytes;
};

Result<void> copyThroughMemory(const Copy& copy, const io::File& to) {
  return io::eachBlock(*copy.from, copy.fromOffset, copy.bytes,
                       [&](std::uint64_t done, auto bytes) { return to.writeAt(copy.toOffset + done, bytes); });
}

/// One block, inside the kernel where it can (and then perhaps without copying at all).
Result<void> copyBlock(const Copy& copy, const io::File& to) {
  auto from = static_cast<off_t>(copy.fromOffset);
  auto at = static_cast<off_t>(copy.toOffset);
  std::uint64_t left = copy.bytes;
  while (left > 0) {
    const ssize_t copied = ::copy_file_range(copy.from->descriptor(), &from, to.descriptor(), &at, left, 0);
    if (copied < 0 && errno == EINTR) continue;
    if (copied < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO)) {
      return fail(Error::fromErrno(errno, to.path().string()));
    }
    if (copied <= 0) break;
    left -= static_cast<std::uint64_t>(copied);
  }
  const std::uint64_t done = copy.bytes - left;
  return copyThroughMemory({copy.from, copy.fromOffset + done, copy.toOffset + done, left}, to);
}

Result<void> copyRange(const Copy& copy, const io::File& to, const JobContext& job) {
  for (std::uint64_t done = 0; done < copy.bytes; done += kBlockBytes) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t size = std::min(kBlockBytes, copy.bytes - done);
    MASU_CHECK(copyBlock({copy.from, copy.fromOffset + done, copy.toOffset + done, size}, to));
    job.progress.add(size);
  }
  return {};
}

/// Copies everything of the skeleton but the places of objects: metadata, and chunks that the library wrote.
Result<void> copyMetadata(const Skeleton& skeleton, const io::File& from, std::uint64_t size, const io::File& to,
                          const JobContext& job) {
  auto placements = skeleton.placements;
  std::ranges::sort(placements, {}, &Placement::address);
  std::uint64_t at = 0;
  for (const Placement& placement : placements) {
    MASU_CHECK(copyRange({&from, at, at, placement.address - at}, to, job));
    at = placement.address + placement.extent;
  }
  return copyRange({&from, at, at, size - at}, to, job);
}

}  // namespace

const ObjectPart* baseOf(const std::vector<const ObjectPart*>& parts) {
  const ObjectPart* largest = nullptr;
  std::uint64_t largestBytes = 0;
  std::uint64_t compressedBytes = 0;
  for (const ObjectPart* part : parts) {
    const std::uint64_t bytes = part->info().samples * part->info().sampleBytes();
    if (part->compressed()) {
      for (const ObjectPart::Chunk& chunk : part->chunks()) compressedBytes += chunk.size;
    } else if (bytes > largestBytes) {
      largest = part;
      largestBytes = bytes;
    }
  }
  return compressedBytes > largestBytes ? nullptr : largest;
}

Result<std::filesystem::path> assemble(const Skeleton& skeleton, const ObjectPart* base, const JobContext& job) {
  MASU_TRY(const io::File file, io::File::openReadWrite(skeleton.file));
  MASU_TRY(const std::uint64_t size, file.size());
  const auto placed = std::ranges::find(skeleton.placements, base, &Placement::part);
  const bool fits = placed != skeleton.placements.end() && placed->address == ObjectPart::kHeadBytes;
  const io::File& target = fits ? base->file() : file;
  if (fits) {
    // Cut what rejected samples left behind the last one, so that the padding of the last chunk reads as zeros.
    MASU_CHECK(target.resize(placed->address + placed->bytes));
    MASU_CHECK(target.resize(size));
    MASU_CHECK(copyMetadata(skeleton, file, size, target, job));
  }
  for (const Placement& placement : skeleton.placements) {
    if (fits && placement.part == base) continue;
    MASU_CHECK(copyRange({&placement.part->file(), placement.from, placement.address, placement.bytes}, target, job));
  }
  return target.path();
}

}  // namespace masu::store
