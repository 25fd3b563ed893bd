// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/convert.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/base/half.h"
#include "core/store/format/layout.h"

namespace masu::store {

namespace {

/// The value of one element; integers and floats as they are, halves as float.
template <class T>
auto valueOf(T element) {
  if constexpr (std::is_same_v<T, table::Half>) {
    return floatFromHalf(element.bits);
  } else {
    return element;
  }
}

template <class To, class Value>
To elementFrom(Value value) {
  if constexpr (std::is_same_v<To, table::Half>) {
    return table::Half{halfFromDouble(static_cast<double>(value))};
  } else if constexpr (std::is_same_v<To, std::int64_t> && std::is_floating_point_v<Value>) {
    return std::isnan(value) ? table::kMissingWhole : static_cast<To>(value);
  } else if constexpr (std::is_same_v<Value, std::int64_t> && std::is_floating_point_v<To>) {
    return value == table::kMissingWhole ? std::numeric_limits<To>::quiet_NaN() : static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

/// Elements are copied in and out because a buffer of bytes need not be aligned for them.
template <class From, class To>
void convertEach(std::span<const std::byte> in, std::byte* out) {
  const std::size_t count = in.size() / sizeof(From);
  for (std::size_t i = 0; i < count; ++i) {
    From element;
    std::memcpy(&element, in.data() + i * sizeof(From), sizeof(From));
    const To converted = elementFrom<To>(valueOf(element));
    std::memcpy(out + i * sizeof(To), &converted, sizeof(To));
  }
}

}  // namespace

void toDouble(table::DType type, std::span<const std::byte> stored, std::span<double> out) {
  assert(stored.size() / table::sizeOf(type) == out.size());
  table::dispatch(
      type, [&]<class From>(From) { convertEach<From, double>(stored, reinterpret_cast<std::byte*>(out.data())); });
}

void convert(table::DType from, std::span<const std::byte> in, table::DType to, std::span<std::byte> out) {
  assert(in.size() / table::sizeOf(from) == out.size() / table::sizeOf(to));
  table::dispatch(from, [&]<class From>(From) {
    table::dispatch(to, [&]<class To>(To) { convertEach<From, To>(in, out.data()); });
  });
}

bool isAffine(const ObjectInfo& object, const table::Schema& schema) {
  const bool mayBe = object.dtype == table::DType::i8 || object.dtype == table::DType::i16;
  return mayBe && layout::holdsFeatures(object) && std::ranges::any_of(schema.columns, [](const table::Column& column) {
           return column.role == table::Role::feature && (column.scale != 1 || column.offset != 0);
         });
}

}  // namespace masu::store
