// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/store/edits/edits_file.h"

namespace masu::tasks {

struct LabelHistory {
  std::vector<store::EditionNote> editions;  ///< in the order of their numbers
  store::LabelEdition current;
};

/// The edits of a dataset's labels. Errors: as of store::openEdits().
Result<LabelHistory> labelHistory(const std::filesystem::path& file, const JobContext& job);

/// Samples that had one class and have another.
struct LabelMove {
  std::string from;
  std::string to;
  std::uint64_t samples = 0;
};

struct LabelDiff {
  std::uint64_t changed = 0;
  std::vector<LabelMove> moves;       ///< the most samples first; equal ones in the order of the classes
  std::vector<std::string> appeared;  ///< classes that only the second edition has
  std::vector<std::string> vanished;  ///< classes that only the first has
};

/// What is another class, by name, in one edition than in the other; 0 is the import. A pass over the labels. Errors:
/// no such edition; as of store::openEdition(); cancelled.
Result<LabelDiff> diffLabels(const std::filesystem::path& file, std::uint64_t from, std::uint64_t to,
                             const JobContext& job);

}  // namespace masu::tasks
