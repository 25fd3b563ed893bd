// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/loader/transform/channel_moments.h"

namespace masu::loader {

/// Moments that were measured before, in `F.h5.moments` beside a dataset: those of the last few sets of samples. It is
/// a memory aid and no part of the dataset: what is missing, damaged, of another dataset or of another version of Masu
/// counts as not there, and where it cannot be written this is not an error.
/// Threads: none of its own; of two processes that write at once the later one's file stays, whole.
class MomentsCache {
 public:
  /// Moments of an object of a dataset over the members of `train`. A short pass is not worth a file.
  MomentsCache(const store::Dataset& dataset, const store::ObjectInfo& object, const SampleIndex& train);

  std::optional<std::vector<Moments>> find() const;
  void keep(const std::vector<Moments>& moments) const;

  static std::filesystem::path pathFor(const std::filesystem::path& dataset);

 private:
  std::filesystem::path m_file;  ///< empty where nothing is kept
  std::string m_key;             ///< everything that the moments depend on
};

}  // namespace masu::loader
