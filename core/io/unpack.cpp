#include "core/io/unpack.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace masu::io {
namespace {

constexpr std::size_t kStepBytes = std::size_t{1} << 20;

/// The first `bytes` of one file at the front of another.
Result<void> copyFront(const File& from, const File& to, std::uint64_t bytes, std::span<std::byte> step) {
  for (std::uint64_t done = 0; done < bytes; done += step.size()) {
    const auto part = step.first(std::min<std::uint64_t>(step.size(), bytes - done));
    MASU_CHECK(from.readAt(done, part));
    MASU_CHECK(to.writeAt(done, part));
  }
  return {};
}

}  // namespace

Result<File> createScratch(const std::filesystem::path& name, std::uint64_t bytes) {
  return bytes <= kMostInMemory ? File::createInMemory(name) : File::createUnnamed(scratchFolder(), name);
}

Result<File> unpackAll(const std::filesystem::path& name, const ReadSome& read, std::uint64_t expected,
                       std::uint64_t most) {
  MASU_TRY(File file, createScratch(name, expected));
  bool inMemory = expected <= kMostInMemory;
  // A member of a few kilobytes takes a step as small; one byte more shows where it ends.
  const std::size_t room = expected == 0 ? kStepBytes : std::min<std::uint64_t>(expected, kStepBytes - 1) + 1;
  const auto memory = std::make_unique_for_overwrite<std::byte[]>(room);
  const std::span<std::byte> step(memory.get(), room);
  for (std::uint64_t offset = 0;;) {
    MASU_TRY(const std::size_t count, read(step));
    if (count == 0) return file;
    if (offset + count > most) {
      return fail(Errc::unsupported,
                  MASU_TEXT("core", "{0} unpacks to more than {1} bytes. Unpack it first, and import what it held."),
                  {name.string(), std::to_string(most)}, {name.string()});
    }
    if (inMemory && offset + count > kMostInMemory) {
      inMemory = false;
      MASU_TRY(File larger, createScratch(name, offset + count));
      std::vector<std::byte> moved(kStepBytes);
      MASU_CHECK(copyFront(file, larger, offset, moved));
      file = std::move(larger);
    }
    MASU_CHECK(file.writeAt(offset, step.first(count)));
    offset += count;
  }
}

}  // namespace masu::io
