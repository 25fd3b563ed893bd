// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/loader/transform/widen.h"

namespace masu::loader {

/// Rows are all over memory; asking for one this many ahead hides the wait for it.
inline constexpr std::size_t kRowsAhead = 12;

[[gnu::always_inline]] inline void prefetchRow(const Rows& from, std::uint64_t row) {
  constexpr std::uint64_t kLine = 64;
  constexpr std::uint64_t kLinesAhead = 8;  // the hardware follows a longer row by itself
  const std::byte* begin = from.base + row * from.rowBytes;
  const std::uint64_t lines = std::min(from.rowBytes / kLine + 1, kLinesAhead);
  for (std::uint64_t line = 0; line < lines; ++line) __builtin_prefetch(begin + line * kLine);
  // Rows begin anywhere in a line: most end in one more than fits their length.
  if (lines < kLinesAhead) __builtin_prefetch(begin + from.rowBytes - 1);
}

[[gnu::always_inline]] inline void prefetchFirst(const Rows& from, std::span<const std::uint64_t> rows) {
  for (std::size_t i = 0; i < std::min(kRowsAhead, rows.size()); ++i) prefetchRow(from, rows[i]);
}

/// Asks for the row that is that much after the i-th.
[[gnu::always_inline]] inline void prefetchAhead(const Rows& from, std::span<const std::uint64_t> rows, std::size_t i) {
  if (i + kRowsAhead < rows.size()) prefetchRow(from, rows[i + kRowsAhead]);
}

}  // namespace masu::loader
