// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace masu {

/// A size in bytes; what a bare integer would leave to guessing.
struct Bytes {
  std::uint64_t value = 0;

  friend constexpr auto operator<=>(Bytes, Bytes) = default;
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return {a.value + b.value}; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return {a.value - b.value}; }
  friend constexpr Bytes operator*(Bytes a, std::uint64_t n) { return {a.value * n}; }
  constexpr Bytes& operator+=(Bytes b) {
    value += b.value;
    return *this;
  }
};

constexpr Bytes kibibytes(std::uint64_t n) {
  return {n << 10};
}
constexpr Bytes mebibytes(std::uint64_t n) {
  return {n << 20};
}
constexpr Bytes gibibytes(std::uint64_t n) {
  return {n << 30};
}

/// How many pieces of at most `by` a whole of `count` has. Requires: by > 0, count + by − 1 < 2^64.
constexpr std::uint64_t ceilDivide(std::uint64_t count, std::uint64_t by) {
  return (count + by - 1) / by;
}

/// How long ago a moment was.
inline double secondsSince(std::chrono::steady_clock::time_point moment) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - moment).count();
}

}  // namespace masu
