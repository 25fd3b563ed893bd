// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/units.h"
#include "core/table/dtype.h"

namespace masu::estimate {

/// What samples take at a type.
struct StorageAtType {
  table::DType type = table::DType::f32;
  Bytes bytes;
};

/// Of data that is not there yet: so many samples of a shape, uncompressed, at each type they could be stored as, the
/// widest first. Types that take the same are named once. A product beyond all numbers is the largest one.
std::vector<StorageAtType> storageAtTypes(std::uint64_t samples, std::span<const std::int64_t> shape);

}  // namespace masu::estimate
