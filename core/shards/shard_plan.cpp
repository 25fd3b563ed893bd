#include "core/shards/shard_plan.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace masu::shards {

namespace {

using store::Split;

/// Shards of one portion, opened as samples of it come by.
class Cutter {
 public:
  Cutter(std::string folder, Split split, std::uint64_t shardSamples, const std::string& extension)
      : m_folder(std::move(folder)), m_split(split), m_shardSamples(shardSamples), m_extension(extension) {}

  void take(std::uint64_t sample) {
    if (m_shards.empty() || m_shards.back().samples == m_shardSamples) {
      std::array<char, 32> number{};
      std::snprintf(number.data(), number.size(), "%05zu", m_shards.size());
      m_shards.push_back({m_folder + "/split_data_" + number.data() + m_extension, m_split, sample, sample, 0});
    }
    m_shards.back().end = sample + 1;
    ++m_shards.back().samples;
  }

  std::vector<Shard>& shards() { return m_shards; }

 private:
  std::string m_folder;
  Split m_split;
  std::uint64_t m_shardSamples;
  const std::string& m_extension;
  std::vector<Shard> m_shards;
};

}  // namespace

Result<Portions> portionsOf(const store::Dataset& dataset, const std::string& manifest,
                            const std::vector<Split>& splits) {
  Portions portions;
  MASU_TRY(const auto file, store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples()));
  if (file.manifests().empty() && splits.empty() && manifest == "default") return portions;
  MASU_TRY(portions.assignment, file.read(manifest));
  portions.splits = splits;
  if (splits.empty()) portions.splits = {Split::train, Split::validation, Split::test};
  return portions;
}

Result<std::vector<Shard>> cutShards(const Portions& portions, std::uint64_t samples, std::uint64_t shardSamples,
                                     const std::string& extension) {
  if (shardSamples == 0) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A shard holds at least one sample."));
  }
  std::vector<Shard> shards;
  const auto cut = [&](std::string folder, Split split) {
    Cutter cutter(std::move(folder), split, shardSamples, extension);
    for (std::uint64_t sample = 0; sample < samples; ++sample) {
      if (portions.holds(split, sample)) cutter.take(sample);
    }
    std::ranges::move(cutter.shards(), std::back_inserter(shards));
  };
  if (portions.assignment.empty())
    cut("all", Split::unused);
  else
    for (const Split split : portions.splits) cut(std::string(store::name(split)), split);
  if (shards.empty()) {
    return fail(Errc::noSamples, MASU_TEXT("core", "No sample is left to export. Choose other splits."));
  }
  return shards;
}

}  // namespace masu::shards
