// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec/lz4_frame.h"

#include <algorithm>
#include <cstdint>

#include <lz4.h>

namespace masu::store {

namespace {

constexpr std::size_t kSizeBytes = 8;
constexpr std::size_t kHeadBytes = 12;
constexpr std::size_t kBlockHeadBytes = 4;
/// The filter's own; a chunk of the usual length is one block.
constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 30U;

void putNumber(std::span<std::byte> out, std::uint64_t value) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::byte(value >> 8U * (out.size() - 1 - i));
}

std::uint64_t numberIn(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (const std::byte byte : bytes) value = value << 8U | std::to_integer<std::uint64_t>(byte);
  return value;
}

const char* charsOf(std::span<const std::byte> bytes) {
  return reinterpret_cast<const char*>(bytes.data());
}

}  // namespace

std::size_t compressLz4(std::span<const std::byte> chunk, std::span<std::byte> out) {
  if (out.size() < kHeadBytes) return 0;
  const std::uint64_t block = std::clamp<std::uint64_t>(chunk.size(), 1, kBlockBytes);
  putNumber(out.first(kSizeBytes), chunk.size());
  putNumber(out.subspan(kSizeBytes, kHeadBytes - kSizeBytes), block);
  std::size_t at = kHeadBytes;
  for (std::size_t first = 0; first < chunk.size(); first += block) {
    const auto content = chunk.subspan(first, std::min<std::size_t>(block, chunk.size() - first));
    if (out.size() - at < kBlockHeadBytes) return 0;
    const auto room = out.subspan(at + kBlockHeadBytes);
    const auto most = static_cast<int>(std::min<std::size_t>(room.size(), content.size()));
    auto size = static_cast<std::size_t>(LZ4_compress_default(charsOf(content), reinterpret_cast<char*>(room.data()),
                                                              static_cast<int>(content.size()), most));
    if (size == 0 || size == content.size()) {
      if (room.size() < content.size()) return 0;
      std::ranges::copy(content, room.begin());
      size = content.size();
    }
    putNumber(out.subspan(at, kBlockHeadBytes), size);
    at += kBlockHeadBytes + size;
  }
  return at;
}

bool decompressLz4(std::span<const std::byte> stored, std::span<std::byte> out) {
  if (stored.size() < kHeadBytes || numberIn(stored.first(kSizeBytes)) != out.size()) return false;
  const std::uint64_t block = numberIn(stored.subspan(kSizeBytes, kHeadBytes - kSizeBytes));
  if (block == 0 || block > LZ4_MAX_INPUT_SIZE) return false;
  stored = stored.subspan(kHeadBytes);
  while (!out.empty()) {
    const auto content = out.first(std::min<std::size_t>(block, out.size()));
    if (stored.size() < kBlockHeadBytes) return false;
    const std::uint64_t size = numberIn(stored.first(kBlockHeadBytes));
    stored = stored.subspan(kBlockHeadBytes);
    if (size > stored.size() || size > LZ4_MAX_INPUT_SIZE) return false;
    if (size == content.size()) {
      std::ranges::copy(stored.first(size), content.begin());
    } else if (LZ4_decompress_safe(charsOf(stored), reinterpret_cast<char*>(content.data()), static_cast<int>(size),
                                   static_cast<int>(content.size())) != static_cast<int>(content.size())) {
      return false;
    }
    stored = stored.subspan(size);
    out = out.subspan(content.size());
  }
  return stored.empty();
}

}  // namespace masu::store
