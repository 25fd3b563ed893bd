// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpack.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/io/scratch_folder.h"

namespace masu::io {
namespace {

constexpr std::size_t kStepBytes = std::size_t{1} << 20;

}  // namespace

Result<File> createScratch(const std::filesystem::path& name, std::uint64_t bytes, std::uint64_t mostInMemory) {
  return bytes <= mostInMemory ? File::createInMemory(name) : File::createUnnamed(scratchFolder(), name);
}

Result<File> unpackAll(const std::filesystem::path& name, const ReadSome& read, std::uint64_t expected,
                       std::uint64_t most, std::uint64_t mostInMemory) {
  bool inMemory = expected <= mostInMemory;
  const ScratchRoom scratch(name);
  if (!inMemory) MASU_CHECK(scratch.checkFor(std::min(expected, most)));
  MASU_TRY(File file, createScratch(name, expected, mostInMemory));
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
    if (inMemory && offset + count > mostInMemory) {
      inMemory = false;
      MASU_TRY(File larger, createScratch(name, offset + count, mostInMemory));
      MASU_CHECK(eachBlock(file, 0, offset,
                           [&](std::uint64_t at, auto bytes) { return scratch.named(larger.writeAt(at, bytes)); }));
      file = std::move(larger);
    }
    if (!inMemory) MASU_CHECK(scratch.checkMore(offset, count));
    Result<void> wrote = file.writeAt(offset, step.first(count));
    MASU_CHECK(inMemory ? wrote : scratch.named(std::move(wrote)));
    offset += count;
  }
}

}  // namespace masu::io
