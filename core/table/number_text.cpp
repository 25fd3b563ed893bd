#include "core/table/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "core/base/half.h"

namespace masu::table {

namespace {

using Buffer = std::array<char, 40>;

template <class... Arguments>
void append(std::string& text, Arguments... arguments) {
  Buffer buffer;
  text.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), arguments...).ptr);
}

/// The library knows no 16-bit numbers: digits are added until the text rounds to the same one. Five are enough.
void appendHalf(std::string& text, double value) {
  const std::uint16_t wanted = halfFromDouble(value);
  Buffer buffer;
  char* end = buffer.data();
  for (int digits = 1; digits <= 5; ++digits) {
    end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits).ptr;
    double read = 0;
    std::from_chars(buffer.data(), end, read);
    if (halfFromDouble(read) == wanted) break;
  }
  text.append(buffer.data(), end);
}

/// Up to here the type tells every whole number from its neighbours.
double countableOf(DType type) {
  switch (type) {
    case DType::f16:
      return 0x1p11;
    case DType::f32:
      return 0x1p24;
    default:
      return 0x1p53;
  }
}

}  // namespace

void appendNumber(std::string& text, double value, DType stored) {
  if (std::isnan(value)) return;
  const bool negativeZero = value == 0 && std::signbit(value);
  if (value == std::trunc(value) && std::abs(value) <= countableOf(stored) && !negativeZero) {
    append(text, static_cast<std::int64_t>(value));
  } else if (stored == DType::f16 && std::isfinite(value)) {
    appendHalf(text, value);
  } else if (stored == DType::f64) {
    append(text, value);
  } else {
    // What an affine code of i8 or i16 stands for was never more exact than a float.
    append(text, static_cast<float>(value));
  }
}

std::string numberText(double value, DType stored) {
  std::string text;
  appendNumber(text, value, stored);
  return text;
}

std::string shapeText(std::span<const std::uint64_t> shape) {
  std::string text;
  for (const std::uint64_t extent : shape) text += (text.empty() ? "" : " × ") + std::to_string(extent);
  return text;
}

}  // namespace masu::table
