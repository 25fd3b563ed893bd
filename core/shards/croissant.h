#pragma once

#include <string>

#include "core/shards/export_index.h"

namespace masu::shards {

inline constexpr const char* kCroissantName = "croissant.json";

/// The export as search engines and dataset hubs read it: JSON-LD of Croissant 1.0 with every file and its SHA-256, the
/// splits, the classes, and for CSV the columns. Source: docs.mlcommons.org/croissant/docs/croissant-spec-1.0.html.
std::string croissantText(const IndexFacts& facts);

}  // namespace masu::shards
