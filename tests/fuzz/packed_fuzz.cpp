// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, read as a packed file: the same content whatever pieces it is read in.
#include <vector>

#include "core/io/packed_file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;

namespace {

constexpr std::size_t kMost = std::size_t{1} << 18U;

/// What the file unpacks to, as far as kMost; `sound` tells whether it came to an end, or so far.
std::vector<std::byte> unpacked(const std::uint8_t* data, std::size_t size, std::size_t piece, bool& sound) {
  std::vector<std::byte> content;
  auto file = io::PackedFile::open(fuzz::fileOf(data, size));
  sound = file.has_value();
  std::vector<std::byte> buffer(piece);
  while (sound && content.size() < kMost) {
    const auto count = file->read(std::span(buffer).first(std::min(piece, kMost - content.size())));
    sound = count.has_value();
    if (!count || *count == 0) break;
    fuzz::require(*count <= buffer.size() && file->consumed() <= size);
    content.insert(content.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(*count));
  }
  return content;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  bool sound = false;
  const std::vector<std::byte> whole = unpacked(data + 1, size - 1, kMost, sound);
  bool soundAgain = false;
  const std::vector<std::byte> again = unpacked(data + 1, size - 1, 64U * (1U + data[0]), soundAgain);
  if (whole.size() == kMost) return 0;  // and what comes after it may be damaged
  fuzz::require(sound == soundAgain && (!sound || whole == again));
  return 0;
}
