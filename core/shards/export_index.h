#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/loader/channel_moments.h"
#include "core/shards/portion.h"

namespace masu::shards {

/// What index.json tells beside the shards.
struct IndexFacts {
  const store::Dataset& dataset;
  const ShardOptions& options;
  const Portions& portions;
  std::vector<loader::Moments> train;  ///< a column or channel of /features each, over the train split
};

/// The text of index.json.
std::string indexText(const std::vector<ShardInfo>& shards, const std::vector<ShardFile>& companions,
                      const IndexFacts& facts);

/// The files that an earlier export names in the index.json of a folder, that index among them; empty where there is
/// none. Paths that lead out of the folder are left out.
std::vector<std::string> filesListed(const std::filesystem::path& out);

}  // namespace masu::shards
