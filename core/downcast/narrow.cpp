// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/narrow.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "core/base/half.h"

namespace masu::downcast {

namespace {

template <class T>
T narrowOne(double value) {
  if constexpr (std::is_same_v<T, table::Half>) {
    return {halfFromDouble(value)};
  } else {
    return static_cast<T>(value);
  }
}

template <class T>
double widenOne(T element) {
  if constexpr (std::is_same_v<T, table::Half>) {
    return static_cast<double>(floatFromHalf(element.bits));
  } else {
    return static_cast<double>(element);
  }
}

}  // namespace

bool holds(table::DType type, double value) {
  // The limits of i64 are not doubles, and its lowest value means missing.
  if (type == table::DType::i64) return value == std::trunc(value) && std::fabs(value) < -table::lowest(type);
  if (table::isInteger(type)) {
    return value == std::trunc(value) && value >= table::lowest(type) && value <= table::highest(type);
  }
  return !std::isfinite(value) || std::isfinite(stored(type, value));
}

table::DType widened(table::DType type) {
  using table::DType;
  assert(type != DType::f64);
  const bool exactInFloat = table::sizeOf(type) <= 2;
  return exactInFloat ? DType::f32 : DType::f64;
}

double stored(table::DType type, double value) {
  return table::dispatch(type, [&]<class T>(T) { return widenOne(narrowOne<T>(value)); });
}

void narrow(std::span<const double> values, table::DType type, std::span<std::byte> out) {
  assert(out.size() == values.size() * table::sizeOf(type));
  table::dispatch(type, [&]<class T>(T) {
    std::byte* to = out.data();
    for (const double value : values) {
      const T element = narrowOne<T>(value);
      std::memcpy(to, &element, sizeof element);
      to += sizeof element;
    }
  });
}

}  // namespace masu::downcast
