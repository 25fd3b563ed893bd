// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>

#include "core/ingest/plan/import_plan.h"
#include "core/store/format/export_listing.h"

namespace masu::ingest {

/// The exports that files are shards of. An index is read once, however many of its shards are asked for.
/// Threads: one at a time.
class ExportIndexes {
 public:
  /// The index of the export that a file is a shard of, from its folder or that above; null where it is of none that
  /// Masu wrote. Lifetime: that of this object.
  const store::ExportListing* of(const std::filesystem::path& file);

 private:
  struct Index {
    store::ExportListing listing;
    std::unordered_set<std::string> shards;  ///< by their paths from the folder of the index
  };
  const Index* in(const std::filesystem::path& folder);

  std::map<std::filesystem::path, std::optional<Index>> m_known;  ///< by folder
};

/// Adds a note to a plan by a recipe where one of its files is a shard of an export and the plan reads times: exports
/// have them as seconds, which are not read as dates. One note says it of all records.
void noteExportedTimes(ImportPlan& plan, std::span<const std::filesystem::path> files);

}  // namespace masu::ingest
