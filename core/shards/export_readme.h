#pragma once

#include <string>

#include "core/shards/export_plan.h"

namespace masu::shards {

inline constexpr const char* kReadmeName = "README.md";

/// What people read first in an export: what lies where, what the values mean, and a program for each framework that
/// loads them.
std::string readmeText(const store::Dataset& dataset, const ExportPlan& plan);

}  // namespace masu::shards
