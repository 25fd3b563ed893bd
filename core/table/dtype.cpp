// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/dtype.h"

#include <array>
#include <limits>
#include <type_traits>

#include "core/base/named_value.h"

namespace masu::table {

namespace {

constexpr std::array<std::string_view, 10> kNames = {"f64", "f32", "f16", "i32", "u32",
                                                     "i16", "u16", "i8",  "u8",  "i64"};

}  // namespace

std::size_t sizeOf(DType type) {
  return dispatch(type, [](auto value) { return sizeof(value); });
}

std::string_view name(DType type) {
  return kNames[static_cast<std::size_t>(type)];
}

std::optional<DType> dtypeFrom(std::string_view name) {
  const auto type = storedTypeFrom(name);
  return type == DType::i64 ? std::nullopt : type;
}

std::optional<DType> storedTypeFrom(std::string_view name) {
  return valueNamed<DType>(kNames, name);
}

bool isInteger(DType type) {
  return dispatch(type, [](auto value) { return std::is_integral_v<decltype(value)>; });
}

double lowest(DType type) {
  return dispatch(type, []<class T>(T) -> double {
    if constexpr (std::is_same_v<T, Half>)
      return -65504;
    else
      return static_cast<double>(std::numeric_limits<T>::lowest());
  });
}

double highest(DType type) {
  return dispatch(type, []<class T>(T) -> double {
    if constexpr (std::is_same_v<T, Half>)
      return 65504;
    else
      return static_cast<double>(std::numeric_limits<T>::max());
  });
}

DType narrowestUnsigned(std::uint64_t highestCode) {
  if (highestCode <= std::numeric_limits<std::uint8_t>::max()) return DType::u8;
  if (highestCode <= std::numeric_limits<std::uint16_t>::max()) return DType::u16;
  return DType::u32;
}

}  // namespace masu::table
