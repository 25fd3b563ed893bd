// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace masu::store {

/// What describes an export, in its folder.
inline constexpr const char* kExportIndexName = "index.json";

/// What the index of an export says of the files beside it, for those who come across them: a survey of tables that are
/// shards, an export that replaces an earlier one. The index may be of a later version, or a stranger's: what is
/// missing or of another kind is left out, and a path may lead anywhere. To make a dataset of an export,
/// shards::readIndex() reads all of its index, and refuses what this Masu does not write.
struct ExportListing {
  std::vector<std::string> shards;  ///< the path of each, or of its first file, from the folder of the index
  /// What was written beside the index: the bundle where there is one, else the files of the shards and companions.
  std::vector<std::string> files;
  std::string recipe;  ///< of the import, as JSON; empty where there is none
};

/// Nothing for a text that is not the index of an export. Threads: any.
std::optional<ExportListing> exportListing(const std::string& text);

}  // namespace masu::store
