#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace masu::table {

/// The closed set of element types a dataset stores. Names are those of the command line and the file ("f32", "i16" …).
enum class DType : std::uint8_t { f64, f32, f16, i32, u32, i16, u16, i8, u8 };

std::size_t sizeOf(DType type);
std::string_view name(DType type);
std::optional<DType> dtypeFrom(std::string_view name);
bool isInteger(DType type);

/// The least and the greatest finite value the type holds.
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
    case DType::u8:
      break;
  }
  return body(std::uint8_t{});
}

}  // namespace masu::table
