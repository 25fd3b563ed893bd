// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"

namespace masu::ingest {

/// Labels or groups of recordings as a CSV lists them: `FILE[#KEY,LABEL]`, where KEY and LABEL are names of columns, or
/// their numbers from 1; they may be left out of a list of two columns, or where the second is called label, class or
/// target. A key is a recording's path below the import root, its base name, its stem, or a number
/// that the stem ends on: 7 for `take_007.wav`. Threads: const calls are safe together. Cost: the whole list in memory.
class LabelList {
 public:
  /// A relative FILE is looked for here, then below `root`, where its folder need not be named if only one has its
  /// name. Errors: no such file or column; several such files; one key with two labels; columns that
  /// have to be named.
  static Result<LabelList> read(std::string_view spec, const std::filesystem::path& root);

  /// The FILE of such a spec, as it is named there.
  static std::string fileIn(std::string_view spec);

  /// Where the FILE of such a spec is. Errors: several files have its name.
  static Result<std::filesystem::path> fileOf(std::string_view spec, const std::filesystem::path& root);

  /// `path` is below the import root, with forward slashes. Nothing where the list has no such key, or no label for it.
  std::optional<std::string> find(std::string_view path) const;

  /// The keys, in their order, that are those of none of these recordings. The first line may be a header and is not
  /// counted.
  std::vector<std::string> unmatched(const std::vector<std::string>& paths) const;

 private:
  std::vector<std::string> m_keys;  ///< in order, without the first line, which may be a header
  std::unordered_map<std::string, std::string> m_labels;
  std::unordered_map<std::int64_t, std::string> m_byNumber;  ///< of keys that are whole numbers
};

}  // namespace masu::ingest
