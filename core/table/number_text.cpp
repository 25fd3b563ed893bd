// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/base/half.h"
#include "core/table/decimal_text.h"

namespace masu::table {

namespace {

/// The text of a whole number that a type with so many bits distinguishes from its neighbours; null where it is none.
template <int kBits>
char* writeCountable(char* to, double value) {
  if (!(std::abs(value) <= static_cast<double>(std::int64_t{1} << kBits))) return nullptr;
  const auto whole = static_cast<std::int64_t>(value);
  const bool negativeZero = whole == 0 && std::signbit(value);
  return static_cast<double>(whole) == value && !negativeZero ? writeWhole(to, whole) : nullptr;
}

}  // namespace

static_assert(kNumberRoom >= kDecimalRoom);

char* writeNumber(char* to, double value, DType stored) {
  if (std::isnan(value)) return to;
  if (stored == DType::f32) {
    char* const end = writeCountable<24>(to, value);
    return end != nullptr ? end : writeShortest(to, static_cast<float>(value));
  }
  if (stored == DType::f16) {
    if (char* const end = writeCountable<11>(to, value)) return end;
    const float half = floatFromHalf(halfFromDouble(value));
    if (std::isfinite(half)) return writeHalf(to, half);
  } else if (char* const end = writeCountable<53>(to, value)) {
    return end;
  }
  if (stored == DType::f64 || stored == DType::i64) return writeShortest(to, value);
  // What an affine code of i8 or i16 stands for was never more exact than a float.
  return writeShortest(to, static_cast<float>(value));
}

void appendNumber(std::string& text, double value, DType stored) {
  std::array<char, kNumberRoom> buffer;
  text.append(buffer.data(), writeNumber(buffer.data(), value, stored));
}

std::string numberText(double value, DType stored) {
  std::string text;
  appendNumber(text, value, stored);
  return text;
}

void appendWhole(std::string& text, const std::byte* element) {
  std::int64_t value = 0;
  std::memcpy(&value, element, sizeof value);
  if (value != kMissingWhole) text += std::to_string(value);
}

std::string roundedText(double value, int digits) {
  std::array<char, 32> buffer;
  char* const begin = buffer.data();
  return {begin, std::to_chars(begin, begin + buffer.size(), value, std::chars_format::general, digits).ptr};
}

std::string shapeText(std::span<const std::uint64_t> shape) {
  std::string text;
  for (const std::uint64_t extent : shape) text += (text.empty() ? "" : " × ") + std::to_string(extent);
  return text;
}

}  // namespace masu::table
