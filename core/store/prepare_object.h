#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/store/dataset.h"

namespace masu::store {

/// Completes what the caller of a writer leaves open in an object: element, chunk length. Errors: what the format has
/// no place for.
Result<ObjectInfo> prepared(ObjectInfo object);

/// Origins as they are stored. Requires: whole Origins in memory.
std::vector<std::byte> packOrigins(std::span<const std::byte> origins);

}  // namespace masu::store
