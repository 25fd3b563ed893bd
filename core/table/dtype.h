// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace masu::table {

/// The closed set of element types a dataset stores. Names are those of the command line and the file ("f32", "i16" …).
/// i64 holds the whole numbers of labels and kept columns that doubles do not count; features are of the other types.
enum class DType : std::uint8_t { f64, f32, f16, i32, u32, i16, u16, i8, u8, i64 };

/// Stands for a missing value among elements of i64, which have no NaN.
inline constexpr std::int64_t kMissingWhole = std::numeric_limits<std::int64_t>::min();

std::size_t sizeOf(DType type);
std::string_view name(DType type);
/// A type that features may have, by its name.
std::optional<DType> dtypeFrom(std::string_view name);
/// Any type that an object of a dataset may have, by its name.
std::optional<DType> storedTypeFrom(std::string_view name);
bool isInteger(DType type);

/// The least and the greatest finite value the type holds; of i64 the nearest doubles.
double lowest(DType type);
double highest(DType type);

/// The narrowest unsigned type that holds codes 0 … `highestCode`.
DType narrowestUnsigned(std::uint64_t highestCode);

/// Calls `body(T{})` with the C++ type that stores `type`; f16 as its uint16_t bit pattern tagged by `Half`.
struct Half {
  std::uint16_t bits = 0;
};

template <class Body>
decltype(auto) dispatch(DType type, Body&& body) {
  switch (type) {
    case DType::f64:
      return body(double{});
    case DType::f32:
      return body(float{});
    case DType::f16:
      return body(Half{});
    case DType::i32:
      return body(std::int32_t{});
    case DType::u32:
      return body(std::uint32_t{});
    case DType::i16:
      return body(std::int16_t{});
    case DType::u16:
      return body(std::uint16_t{});
    case DType::i8:
      return body(std::int8_t{});
    case DType::i64:
      return body(std::int64_t{});
    case DType::u8:
      break;
  }
  return body(std::uint8_t{});
}

}  // namespace masu::table
