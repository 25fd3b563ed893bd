// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, read as a ZIP archive: no member gives more than the directory says.
#include <vector>

#include "core/io/archive_reader.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const io::File file = fuzz::fileOf(data, size);
  auto archive = io::ArchiveReader::open(file);
  if (!archive) return 0;
  std::vector<std::byte> content(1U << 16U);
  for (std::size_t i = 0; i < std::min<std::size_t>(archive->members().size(), 64); ++i) {
    const io::ArchiveMember& member = archive->members()[i];
    fuzz::require(archive->directory()->find(member.name).has_value());
    if (!archive->begin(i)) continue;
    std::uint64_t total = 0;
    for (auto count = archive->read(content); count && *count > 0 && total < (1U << 20U);
         count = archive->read(content))
      total += *count;
    fuzz::require(total <= member.bytes);
  }
  return 0;
}
