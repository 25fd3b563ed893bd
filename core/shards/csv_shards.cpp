#include "core/shards/csv_shards.h"

#include <algorithm>
#include <set>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/io/file.h"
#include "core/shards/csv_table.h"
#include "core/shards/line_sizes.h"
#include "core/shards/shard_plan.h"
#include "core/shards/staging.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".csv";
/// What one thread reads and writes at once.
constexpr std::uint64_t kBlockBytes = 8 << 20;
constexpr std::size_t kWriteBytes = 1 << 20;

/// Lines that are gathered into large writes.
class LineFile {
 public:
  static Result<LineFile> create(const fs::path& path) {
    MASU_TRY(io::File file, io::File::create(path));
    return LineFile(std::move(file));
  }

  std::string& text() { return m_text; }
  std::uint64_t bytes() const { return m_position + m_text.size(); }

  Result<void> flush(std::size_t above) {
    if (m_text.size() <= above) return {};
    MASU_CHECK(m_file.writeAt(m_position, std::as_bytes(std::span(m_text))));
    m_position += m_text.size();
    m_text.clear();
    return {};
  }

  Result<void> finish() {
    MASU_CHECK(flush(0));
    return m_file.sync();
  }

 private:
  explicit LineFile(io::File file) : m_file(std::move(file)) {}

  io::File m_file;
  std::string m_text;
  std::uint64_t m_position = 0;
};

/// Writes the lines of one shard and returns its size.
Result<std::uint64_t> writeShard(const CsvTable& table, const Portions& portions, const Shard& shard,
                                 const fs::path& path, std::uint64_t samples, std::uint64_t blockSamples,
                                 const JobContext& job) {
  MASU_TRY(LineFile file, LineFile::create(path));
  file.text() = table.header();
  CsvBlock block(table);
  std::uint64_t left = shard.samples;
  std::uint64_t sample = shard.first;
  while (left > 0) {
    if (job.stopRequested()) return fail(Error::cancelled());
    while (!portions.holds(shard.split, sample)) ++sample;
    const std::uint64_t end = std::min(samples, (sample / blockSamples + 1) * blockSamples);
    // Without a manifest the samples wanted are one run, so that the last block need not be read to its end.
    const std::uint64_t last = portions.assignment.empty() ? std::min(end, sample + left) : end;
    MASU_CHECK(block.read(sample, last - sample));
    const std::uint64_t before = left;
    for (; sample < last && left > 0; ++sample) {
      if (!portions.holds(shard.split, sample)) continue;
      block.appendLine(sample, file.text());
      --left;
      MASU_CHECK(file.flush(kWriteBytes));
    }
    job.progress.add(before - left);
  }
  const std::uint64_t bytes = file.bytes();
  MASU_CHECK(file.finish());
  return bytes;
}

/// Shards of an earlier export in the folders that this one writes to.
std::vector<std::string> shardsThere(const fs::path& out, const std::vector<Shard>& shards) {
  std::set<std::string> folders;
  for (const Shard& shard : shards) folders.insert(fs::path(shard.path).parent_path().string());
  std::vector<std::string> there;
  std::error_code ignored;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::directory_iterator(out / folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("split_data_") && name.ends_with(kExtension)) there.push_back(folder + "/" + name);
    }
  }
  std::ranges::sort(there);
  return there;
}

Result<std::vector<Shard>> shardsOf(const store::Dataset& dataset, const CsvShardOptions& options,
                                    const Portions& portions) {
  MASU_TRY(auto shards, cutShards(portions, dataset.samples(), options.shardSamples, kExtension));
  const std::vector<std::string> there = shardsThere(options.out, shards);
  if (!there.empty() && !options.overwrite) {
    return fail(Errc::exists,
                MASU_TEXT("core",
                          "{0} holds shards already, {1} among them. Choose another folder, or allow them to "
                          "be overwritten."),
                {options.out.string(), there.front()}, {(options.out / there.front()).string()});
  }
  return shards;
}

}  // namespace

Result<std::vector<ShardInfo>> writeCsvShards(const store::Dataset& dataset, const CsvShardOptions& options,
                                              const Resources& resources, const JobContext& job) {
  MASU_TRY(const Portions portions, portionsOf(dataset, options.manifest, options.splits));
  MASU_TRY(const std::vector<Shard> shards, shardsOf(dataset, options, portions));
  const std::vector<std::string> before = shardsThere(options.out, shards);
  const CsvTable table(dataset, options.encoded);
  MASU_TRY(Staging staging, Staging::create(options.out));

  std::vector<ShardInfo> written;
  std::vector<std::string> paths;
  std::uint64_t total = 0;
  for (const Shard& shard : shards) {
    written.push_back({shard.path, shard.samples, 0});
    paths.push_back(shard.path);
    total += shard.samples;
    std::error_code error;
    fs::create_directories(staging.folder() / fs::path(shard.path).parent_path(), error);
    if (error) return fail(Error::fromErrno(error.value(), options.out));
  }
  const Resources given = flow::resolve(resources);
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(given.threads, shards.size()));
  const std::uint64_t block = table.blockSamples(std::min(kBlockBytes, given.memoryBytes / 2 / threads));
  job.progress.begin(MASU_TEXT("core", "Writing shards"), total, Progress::Unit::samples);
  MASU_CHECK(flow::forEachIndex(
      shards.size(), threads, job.stop, [&](std::size_t i, const std::stop_token& stop) -> Result<void> {
        MASU_TRY(written[i].bytes, writeShard(table, portions, shards[i], staging.folder() / shards[i].path,
                                              dataset.samples(), block, {stop, job.progress}));
        return {};
      }));
  std::vector<std::string> outdated;
  const std::set<std::string> current(paths.begin(), paths.end());
  std::ranges::copy_if(before, std::back_inserter(outdated), [&](const auto& path) { return !current.contains(path); });
  MASU_CHECK(staging.publish(paths, outdated));
  return written;
}

Result<std::vector<ShardInfo>> planCsvShards(const store::Dataset& dataset, const CsvShardOptions& options) {
  MASU_TRY(const Portions portions, portionsOf(dataset, options.manifest, options.splits));
  MASU_TRY(const std::vector<Shard> shards, shardsOf(dataset, options, portions));
  const CsvTable table(dataset, options.encoded);
  MASU_TRY(const LineSizes sizes, LineSizes::measure(dataset, table));
  const std::uint64_t header = table.header().size();
  std::vector<ShardInfo> planned;
  for (const Shard& shard : shards) {
    const auto lines = static_cast<std::uint64_t>(sizes.meanOf(shard) * static_cast<double>(shard.samples) + 0.5);
    planned.push_back({shard.path, shard.samples, header + lines});
  }
  return planned;
}

}  // namespace masu::shards
