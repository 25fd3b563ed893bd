// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, decoded as a stored chunk of each compression, and encoded as one: what was encoded decodes to the same.
// The first two bytes say which, and how long a chunk and its elements are.
#include <algorithm>
#include <array>
#include <vector>

#include "core/store/codec/chunk_codec.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using store::ChunkCodec;
using store::Compression;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  constexpr std::array kCompressions = {Compression::gzip, Compression::lz4, Compression::zstd};
  constexpr std::array<std::uint64_t, 4> kElements = {1, 2, 4, 12};
  const Compression compression = kCompressions[data[0] % kCompressions.size()];
  const std::uint64_t element = kElements[data[0] / 4 % kElements.size()];
  const std::uint32_t mask = (data[0] & 128U) != 0 ? data[0] / 16 % 4 : ChunkCodec::kAllFilters;
  const auto bytes = std::as_bytes(std::span(data + 2, size - 2));
  ChunkCodec& codec = ChunkCodec::ofThread();

  std::vector<std::byte> chunk((1U + data[1]) * element);
  static_cast<void>(codec.decode(bytes, mask, element, chunk, compression));

  const auto whole = bytes.first(bytes.size() - bytes.size() % element);
  if (whole.empty()) return 0;
  const ChunkCodec::Encoded encoded = codec.encode(whole, element, compression);
  const std::vector<std::byte> stored(encoded.bytes.begin(), encoded.bytes.end());
  std::vector<std::byte> back(whole.size());
  fuzz::require(codec.decode(stored, encoded.mask, element, back, compression) && std::ranges::equal(back, whole));
  return 0;
}
