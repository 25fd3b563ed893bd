// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figure_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace masu {

namespace {

std::string printed(const char* format, int precision, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, precision, value);
  return text.data();
}

}  // namespace

std::string bytesText(double bytes) {
  constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  const int decimals = unit == 0 || bytes >= 99.95 ? 0 : (bytes >= 9.995 ? 1 : 2);
  return printed("%.*f ", decimals, bytes) + kUnits[unit];
}

std::string countText(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string durationText(double seconds) {
  constexpr double kMost = 1e15;  // beyond it a log is damaged
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kMost) return "–";
  if (seconds < 0.1) return printed("%.*g ms", 3, 1000 * seconds);
  // As they are rounded: 59.7 s is a minute.
  if (seconds < 9.995) return printed("%.*f s", 2, seconds);
  if (seconds < 59.5) return printed("%.*f s", 0, seconds);
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string figureText(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  return printed("%.*g", digits, value);
}

}  // namespace masu
