// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <istream>

#include "core/manifest/lists/line_matcher.h"
#include "core/manifest/lists/list_files.h"

namespace masu::manifest {

/// Where the lines of a list find their samples.
struct ListTarget {
  const store::Dataset& dataset;
  const SourceNames& names;
  LineMatcher& matcher;
};

/// Reads one list of JSON lines (core/manifest/text_manifest.h). A line that is not a JSON object, or fits nowhere, is
/// unmatched. Errors: of reading the dataset.
Result<void> readJsonList(std::istream& input, const std::filesystem::path& file, store::Split split,
                          const ListTarget& target);

/// Errors: a source whose name is not UTF-8; of reading and writing.
Result<void> writeJsonLists(const store::Dataset& dataset, const store::Assignment& assignment, ListFiles& lists);

}  // namespace masu::manifest
