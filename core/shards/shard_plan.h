#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::shards {

/// One file to write: `samples` of a split in stored order, all of them in [first, end).
struct Shard {
  std::string path;  ///< below the output folder
  store::Split split = store::Split::unused;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t samples = 0;
};

/// What an export divides: every sample, or those that a manifest puts into the splits asked for.
struct Portions {
  /// Empty: there is no manifest, and everything is one portion under all/.
  store::Assignment assignment;
  std::vector<store::Split> splits;

  bool holds(store::Split split, std::uint64_t sample) const {
    return assignment.empty() || assignment[sample] == split;
  }
};

/// Errors: no such manifest (but for "default" when no split was named), or the splits file is missing or foreign.
Result<Portions> portionsOf(const store::Dataset& dataset, const std::string& manifest,
                            const std::vector<store::Split>& splits);

/// Cuts the portions into shards of `shardSamples`, named `SPLIT/split_data_00000` + extension.
/// Errors: no sample is left.
Result<std::vector<Shard>> cutShards(const Portions& portions, std::uint64_t samples, std::uint64_t shardSamples,
                                     const std::string& extension);

}  // namespace masu::shards
