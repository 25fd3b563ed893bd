// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "core/store/format/object_info.h"
#include "core/table/schema.h"

namespace masu::store {

/// Stored elements as doubles. Exact for every type but i64, of which it is the nearest double, and NaN for what is
/// missing.
/// Requires: out has one place for each element.
void toDouble(table::DType type, std::span<const std::byte> stored, std::span<double> out);

/// Elements of one type as another. Requires: `to` holds every value of `from` that occurs (exact for a wider type),
/// `out` has room for as many elements, and f16 and i64 do not meet.
void convert(table::DType from, std::span<const std::byte> in, table::DType to, std::span<std::byte> out);

/// Turns stored elements into those of a wider type, whole samples at a time.
using ElementWidening = std::function<void(std::span<const std::byte> stored, std::span<std::byte> wider)>;

/// True where value = stored × scale + offset with anything but 1 and 0, which i8 and i16 features, or the
/// recordings that they are cut from, alone may have.
bool isAffine(const ObjectInfo& object, const table::Schema& schema);

}  // namespace masu::store
