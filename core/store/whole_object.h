#pragma once

#include <optional>
#include <string_view>

#include "core/store/dataset.h"

namespace masu::store {

/// An object as it lies in all files of a dataset together, stored recordings, their windows and their pyramid among
/// them. Nothing where there is none, or where it is a kept text column.
std::optional<ObjectInfo> wholeObject(const Dataset& dataset, std::string_view name);

}  // namespace masu::store
