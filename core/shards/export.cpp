#include "core/shards/export.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/io/file.h"
#include "core/shards/export_index.h"
#include "core/shards/shard_file.h"
#include "core/shards/shard_format.h"
#include "core/shards/shard_plan.h"
#include "core/shards/staging.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

/// What one thread reads and writes at once. Shuffled samples lie all over the file: the more of them are read
/// together, the more are neighbours.
constexpr std::uint64_t kBlockBytes = 8 << 20;
constexpr std::uint64_t kShuffledBlockBytes = 256 << 20;

/// An export that is decided on, down to the samples of every shard.
struct Decided {
  Portions portions;
  std::unique_ptr<ShardFormat> format;
  SampleSizes sizes;
  std::vector<Shard> shards;
  std::vector<ShardInfo> planned;
};

/// Shards point into `decided`, which therefore stays where it is.
Result<void> decide(const store::Dataset& dataset, const ShardOptions& options, Decided& decided) {
  MASU_TRY(decided.portions, portionsOf(dataset, options));
  MASU_TRY(decided.format, formatFor(dataset, options, dataset.path().stem().string()));
  SampleReader reader(dataset, {});
  MASU_TRY(decided.sizes, SampleSizes::measure(*decided.format, reader));
  MASU_TRY(decided.shards, cutShards(decided.portions.parts, *decided.format, options, decided.sizes));
  for (const Shard& shard : decided.shards) {
    const double samples =
        decided.sizes.meanOf(*shard.portion, shard.first, shard.count) * static_cast<double>(shard.count);
    const std::uint64_t bytes = decided.format->fixedBytes(shard.count) + static_cast<std::uint64_t>(samples + 0.5);
    decided.planned.push_back(
        {decided.format->path(*shard.portion, shard.number), shard.portion->name(), shard.count, bytes, {}});
  }
  return {};
}

/// Files that the export would replace or leave orphaned.
std::vector<std::string> filesThere(const fs::path& out, const std::vector<ShardInfo>& planned) {
  std::vector<std::string> there = filesListed(out);
  std::error_code ignored;
  std::erase_if(there, [&](const std::string& path) { return !fs::exists(out / path, ignored); });
  for (const ShardInfo& shard : planned) {
    if (fs::exists(out / shard.path, ignored)) there.push_back(shard.path);
  }
  if (fs::exists(out / kIndexName, ignored)) there.emplace_back(kIndexName);
  return there;
}

Result<ShardFile> described(const fs::path& folder, const std::string& path) {
  MASU_TRY(std::string sha256, sha256Of(folder / path));
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(folder / path, error);
  if (error) return fail(Error::fromErrno(error.value(), folder / path));
  return ShardFile{path, bytes, std::move(sha256)};
}

Result<ShardInfo> writeShard(const ShardFormat& format, const Shard& shard, const fs::path& folder,
                             const ShardRoom& room, const JobContext& job) {
  MASU_TRY(const auto paths, format.write(folder, shard, room, job));
  ShardInfo info{paths.front(), shard.portion->name(), shard.count, 0, {}};
  for (const std::string& path : paths) {
    MASU_TRY(info.files.emplace_back(), described(folder, path));
    info.bytes += info.files.back().bytes;
  }
  return info;
}

Result<ShardFile> writeSmall(const fs::path& folder, const std::string& path, std::string_view text) {
  MASU_TRY(GrowingFile file, GrowingFile::create(folder / path));
  file.text() = text;
  MASU_CHECK(file.finish());
  return described(folder, path);
}

Result<std::vector<loader::Moments>> trainMoments(const store::Dataset& dataset, const Portions& portions,
                                                  unsigned threads, const JobContext& job) {
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr || portions.train.size() == 0) return std::vector<loader::Moments>();
  job.progress.begin(MASU_TEXT("core", "Measuring the train split"), 0, Progress::Unit::steps);
  return loader::momentsOf(dataset, *features, portions.train, threads, job.stop);
}

Result<void> makeFolders(const fs::path& folder, const std::vector<ShardInfo>& planned) {
  std::set<fs::path> folders;
  for (const ShardInfo& shard : planned) folders.insert((folder / shard.path).parent_path());
  for (const fs::path& one : folders) {
    std::error_code error;
    fs::create_directories(one, error);
    if (error) return fail(Error::fromErrno(error.value(), one));
  }
  return {};
}

Result<std::vector<ShardInfo>> writeAll(const store::Dataset& dataset, const Decided& decided, const fs::path& folder,
                                        const Resources& resources, const JobContext& job) {
  MASU_CHECK(makeFolders(folder, decided.planned));
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(resources.threads, decided.shards.size()));
  const bool shuffled = decided.portions.parts.front().shuffled();
  const std::uint64_t block =
      std::min(shuffled ? kShuffledBlockBytes : kBlockBytes, resources.memoryBytes / 4 / threads);
  const std::uint64_t total = std::accumulate(decided.shards.begin(), decided.shards.end(), std::uint64_t{0},
                                              [](std::uint64_t sum, const Shard& shard) { return sum + shard.count; });
  std::vector<ShardInfo> written(decided.shards.size());
  job.progress.begin(MASU_TEXT("core", "Writing shards"), total, Progress::Unit::samples);
  MASU_CHECK(flow::forEachIndex(
      written.size(), threads, job.stop, [&](std::size_t i, const std::stop_token& stop) -> Result<void> {
        SampleReader reader(dataset, stop);
        MASU_TRY(written[i],
                 writeShard(*decided.format, decided.shards[i], folder, {reader, block}, {stop, job.progress}));
        return {};
      }));
  return written;
}

}  // namespace

Result<std::vector<ShardInfo>> writeShards(const store::Dataset& dataset, const ShardOptions& options,
                                           const Resources& resources, const JobContext& job) {
  Decided decided;
  MASU_CHECK(decide(dataset, options, decided));
  const std::vector<std::string> there = filesThere(options.out, decided.planned);
  if (!there.empty() && !options.overwrite) {
    return fail(Errc::exists,
                MASU_TEXT("core",
                          "{0} holds an export already, {1} among it. Choose another folder, or allow it to be "
                          "overwritten."),
                {options.out.string(), there.front()}, {(options.out / there.front()).string()});
  }
  MASU_TRY(Staging staging, Staging::create(options.out));
  const Resources given = flow::resolve(resources);
  MASU_TRY(auto moments, trainMoments(dataset, decided.portions, given.threads, job));
  MASU_TRY(auto written, writeAll(dataset, decided, staging.folder(), given, job));

  std::vector<ShardFile> companions;
  for (const auto& [path, text] : decided.format->companions(written)) {
    MASU_TRY(companions.emplace_back(), writeSmall(staging.folder(), path, text));
  }
  const IndexFacts facts{dataset, options, decided.portions, std::move(moments)};
  MASU_TRY(const ShardFile index, writeSmall(staging.folder(), kIndexName, indexText(written, companions, facts)));

  std::vector<std::string> paths;
  for (const ShardInfo& shard : written) {
    for (const ShardFile& file : shard.files) paths.push_back(file.path);
  }
  for (const ShardFile& file : companions) paths.push_back(file.path);
  // Last, so that an index never names a shard that is not there.
  paths.push_back(index.path);
  const std::set<std::string> current(paths.begin(), paths.end());
  std::vector<std::string> outdated;
  std::ranges::copy_if(there, std::back_inserter(outdated), [&](const auto& path) { return !current.contains(path); });
  MASU_CHECK(staging.publish(paths, outdated));
  return written;
}

Result<std::vector<ShardInfo>> planShards(const store::Dataset& dataset, const ShardOptions& options) {
  Decided decided;
  MASU_CHECK(decide(dataset, options, decided));
  return std::move(decided.planned);
}

}  // namespace masu::shards
