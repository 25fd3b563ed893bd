#pragma once

#include <cstdint>

namespace masu {

/// How many pieces of at most `by` a whole of `count` has. Requires: by > 0, count + by − 1 < 2^64.
constexpr std::uint64_t ceilDivide(std::uint64_t count, std::uint64_t by) {
  return (count + by - 1) / by;
}

}  // namespace masu
