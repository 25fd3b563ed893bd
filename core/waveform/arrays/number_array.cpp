// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/number_array.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "core/base/half.h"

namespace masu::waveform {
namespace {

using table::DType;
static_assert(std::endian::native == std::endian::little, "decode() takes the machine's order to be little-endian");

template <class T>
T load(const std::byte* from, bool bigEndian) {
  std::array<std::byte, sizeof(T)> raw;
  if (bigEndian) {
    for (std::size_t i = 0; i < sizeof(T); ++i) raw[i] = from[sizeof(T) - 1 - i];
  } else {
    std::memcpy(raw.data(), from, sizeof(T));
  }
  return std::bit_cast<T>(raw);
}

template <class T, class Convert>
void decodeEach(const std::byte* from, std::size_t count, bool bigEndian, double* out, std::size_t step,
                Convert convert) {
  for (std::size_t i = 0; i < count; ++i) out[i * step] = convert(load<T>(from + i * sizeof(T), bigEndian));
}

template <class T>
void decodePlain(const std::byte* from, std::size_t count, bool bigEndian, double* out, std::size_t step) {
  // The choice of the order is made outside of the loop, which is then one the compiler turns into vectors.
  const auto convert = [](T value) { return static_cast<double>(value); };
  if (bigEndian) {
    decodeEach<T>(from, count, true, out, step, convert);
  } else {
    decodeEach<T>(from, count, false, out, step, convert);
  }
}

/// The bits of |value| from its highest to its lowest set one fit the 53 of a double.
bool isExact(std::uint64_t magnitude) {
  return magnitude == 0 || std::bit_width(magnitude) - std::countr_zero(magnitude) <= 53;
}

template <class T>
bool decodeWide(const std::byte* from, std::size_t count, bool bigEndian, double* out, std::size_t step) {
  bool exact = true;
  decodeEach<T>(from, count, bigEndian, out, step, [&](T value) {
    const auto bits = static_cast<std::uint64_t>(value);
    exact &= isExact(std::is_signed_v<T> && value < 0 ? ~bits + 1 : bits);
    return static_cast<double>(value);
  });
  return exact;
}

bool holds(DType type, DType other) {
  if (type == other || type == DType::f64) return true;
  if (other == DType::f64) return false;
  if (table::isInteger(type)) {
    return table::isInteger(other) && table::lowest(type) <= table::lowest(other) &&
           table::highest(type) >= table::highest(other);
  }
  if (type == DType::f16) return table::sizeOf(other) == 1;
  return table::sizeOf(other) <= 2;
}

}  // namespace

std::size_t sizeOf(ElementType type) {
  constexpr std::array<std::size_t, 12> kSizes{1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
  return kSizes[static_cast<std::size_t>(type)];
}

ElementType elementTypeOf(DType type) {
  constexpr std::array kElements{ElementType::f64, ElementType::f32, ElementType::f16,
                                 ElementType::i32, ElementType::u32, ElementType::i16,
                                 ElementType::u16, ElementType::i8,  ElementType::u8,  ElementType::i64};
  return kElements[static_cast<std::size_t>(type)];
}

DType storedTypeOf(ElementType type) {
  constexpr std::array kStored{DType::u8,  DType::i8,  DType::u8,  DType::i16, DType::u16, DType::i32,
                               DType::u32, DType::f64, DType::f64, DType::f16, DType::f32, DType::f64};
  return kStored[static_cast<std::size_t>(type)];
}

DType widerOf(DType a, DType b) {
  constexpr std::array kByWidth{DType::u8,  DType::i8,  DType::u16, DType::i16,
                                DType::f16, DType::u32, DType::i32, DType::f32};
  for (const DType type : kByWidth) {
    if (holds(type, a) && holds(type, b)) return type;
  }
  return DType::f64;
}

bool decode(ElementType type, bool bigEndian, const std::byte* from, std::size_t count, double* out, std::size_t step) {
  switch (type) {
    case ElementType::boolean:
      decodeEach<std::uint8_t>(from, count, false, out, step, [](std::uint8_t value) { return value != 0 ? 1. : 0.; });
      break;
    case ElementType::i8:
      decodePlain<std::int8_t>(from, count, false, out, step);
      break;
    case ElementType::u8:
      decodePlain<std::uint8_t>(from, count, false, out, step);
      break;
    case ElementType::i16:
      decodePlain<std::int16_t>(from, count, bigEndian, out, step);
      break;
    case ElementType::u16:
      decodePlain<std::uint16_t>(from, count, bigEndian, out, step);
      break;
    case ElementType::i32:
      decodePlain<std::int32_t>(from, count, bigEndian, out, step);
      break;
    case ElementType::u32:
      decodePlain<std::uint32_t>(from, count, bigEndian, out, step);
      break;
    case ElementType::i64:
      return decodeWide<std::int64_t>(from, count, bigEndian, out, step);
    case ElementType::u64:
      return decodeWide<std::uint64_t>(from, count, bigEndian, out, step);
    case ElementType::f16:
      decodeEach<std::uint16_t>(from, count, bigEndian, out, step,
                                [](std::uint16_t bits) { return static_cast<double>(floatFromHalf(bits)); });
      break;
    case ElementType::f32:
      decodePlain<float>(from, count, bigEndian, out, step);
      break;
    case ElementType::f64:
      decodePlain<double>(from, count, bigEndian, out, step);
      break;
  }
  return true;
}

Error inexactInteger(const std::string& file) {
  return {
      Errc::unsupported,
      MASU_TEXT("core",
                "{0} holds 64-bit integers beyond 2^53, which Masu cannot keep exactly. Save them as floating-point "
                "numbers, or as differences from the first."),
      {file},
      {file}};
}

std::optional<std::uint64_t> elementsOf(std::span<const std::uint64_t> shape) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  std::uint64_t elements = 1;
  bool empty = false;
  for (const std::uint64_t size : shape) {
    empty |= size == 0;
    if (size > kMost || (size != 0 && elements > kMost / size)) return std::nullopt;
    elements *= size == 0 ? 1 : size;
  }
  return empty ? 0 : elements;
}

}  // namespace masu::waveform
