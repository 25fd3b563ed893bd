#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::io {

/// Reads `size` bytes of a file from `at` on, a megabyte at a time, and hands each block to body(done, block), where
/// `done` bytes went before it. Errors: the file is shorter or cannot be read; the first of `body`.
template <class Body>
Result<void> eachBlock(const File& file, std::uint64_t at, std::uint64_t size, Body&& body) {
  constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20U;
  std::vector<std::byte> block(std::min(size, kBlockBytes));
  for (std::uint64_t done = 0; done < size; done += block.size()) {
    const auto part = std::span(block).first(std::min<std::uint64_t>(block.size(), size - done));
    MASU_CHECK(file.readAt(at + done, part));
    MASU_CHECK(body(done, std::span<const std::byte>(part)));
  }
  return {};
}

}  // namespace masu::io
