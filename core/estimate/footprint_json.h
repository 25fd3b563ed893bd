#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/estimate/model_footprint.h"

namespace masu::estimate {

/// One line of JSON without the newline, as masu-train prints it.
std::string toJson(const ModelFootprint& footprint);
/// Errors: text that is no footprint of this version.
Result<ModelFootprint> footprintFromJson(std::string_view json);

}  // namespace masu::estimate
