// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/amounts.h"

#include <array>
#include <cstdio>
#include <limits>
#include <span>
#include <string_view>

namespace masu::estimate {

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::string scaled(double value, std::span<const std::string_view> units) {
  std::size_t unit = 0;
  // Not 1000: three digits of 999.7 would read "1e+03".
  for (; value >= 999.5 && unit + 1 < units.size(); ++unit) value /= 1000;
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), value < 999.5 ? "%.3g" : "%.0f", value);
  return digits.data() + std::string(units[unit].empty() ? "" : " ") + std::string(units[unit]);
}

}  // namespace

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > kMost - b ? kMost : a + b;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMost / b ? kMost : a * b;
}

std::string countText(std::uint64_t count) {
  constexpr std::array<std::string_view, 5> kUnits = {"", "k", "M", "G", "T"};
  if (count >= 10'000) return scaled(static_cast<double>(count), kUnits);
  std::string digits = std::to_string(count);
  if (digits.size() > 3) digits.insert(digits.size() - 3, ",");
  return digits;
}

std::string bytesText(Bytes bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  return scaled(static_cast<double>(bytes.value), kUnits);
}

}  // namespace masu::estimate
