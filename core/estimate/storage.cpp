// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/storage.h"

#include "core/estimate/amounts.h"

namespace masu::estimate {

std::vector<StorageAtType> storageAtTypes(std::uint64_t samples, std::span<const std::int64_t> shape) {
  using table::DType;
  std::uint64_t values = samples;
  for (const std::int64_t extent : shape) values = product(values, static_cast<std::uint64_t>(extent));
  std::vector<StorageAtType> sizes;
  for (const DType type : {DType::f64, DType::f32, DType::f16, DType::u8}) {
    sizes.push_back({type, {product(values, table::sizeOf(type))}});
  }
  return sizes;
}

}  // namespace masu::estimate
