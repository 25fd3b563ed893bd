// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/shard_writer.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "core/flow/worker_pool.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

/// What one thread reads at once: a chunk, with what it is converted in. Of a compressed chunk that is read in two
/// parts, all is decoded twice, and of an uncompressed one all is read twice to be verified. Shuffled samples are all
/// over the file: the more of them are read together, the more are neighbours.
constexpr std::uint64_t kBlockBytes = 2 << 20;
constexpr std::uint64_t kCompressedBlockBytes = 8 << 20;
constexpr std::uint64_t kShuffledBlockBytes = 256 << 20;

std::uint64_t blockBytesFor(const store::Dataset& dataset, const ExportSplits& exportSplits) {
  if (exportSplits.parts.front().shuffled()) return kShuffledBlockBytes;
  const auto compressed = [](const store::ObjectInfo& object) {
    return object.compression != store::Compression::none;
  };
  return std::ranges::any_of(dataset.objects(), compressed) ? kCompressedBlockBytes : kBlockBytes;
}

}  // namespace

ShardWriter::ShardWriter(const store::Dataset& dataset, const ExportPlan& plan, fs::path folder,
                         const Resources& resources)
    : m_dataset(dataset),
      m_plan(plan),
      m_folder(std::move(folder)),
      m_resources(resources),
      m_blockBytes(std::min(blockBytesFor(dataset, plan.exportSplits), resources.memoryBytes / 4 / resources.threads)) {
  // Hashing takes longer than writing to the page cache, so each shard that grows has a thread for it. Who has a single
  // thread hashes on it.
  if (m_resources.threads < 2) return;
  for (unsigned i = 0; i < m_resources.threads; ++i) m_hashes.push_back(std::make_unique<HashThread>());
}

HashThread* ShardWriter::hashesOf(std::size_t shard) const {
  return m_hashes.empty() ? nullptr : m_hashes[shard % m_hashes.size()].get();
}

Result<std::vector<ShardInfo>> ShardWriter::write(std::span<const std::size_t> numbers, const NumberedShards& finished,
                                                  const Note& note, const JobContext& job, Bundle* bundle) const {
  if (bundle == nullptr) MASU_CHECK(makeFolders(numbers));
  std::uint64_t samples = 0;
  for (const std::size_t number : numbers) samples += m_plan.shards[number].count;
  job.progress.begin(MASU_TEXT("core", "Writing shards"), samples, Progress::Unit::samples);
  // A bundle grows shard after shard.
  const auto atOnce =
      bundle != nullptr ? 1U : static_cast<unsigned>(std::min<std::size_t>(m_resources.threads, numbers.size()));
  std::vector<ShardInfo> written(numbers.size());
  const auto writeAt = [&](std::size_t i, const std::stop_token& stop) -> Result<void> {
    const std::size_t number = numbers[i];
    if (const auto before = finished.find(number); before != finished.end()) {
      written[i] = before->second;
      job.progress.add(m_plan.shards[number].count);
      return {};
    }
    MASU_TRY(written[i], writeOne(number, m_resources.threads / atOnce, {stop, job.progress}, bundle));
    return note(number, written[i]);
  };
  MASU_CHECK(flow::forEachIndex(numbers.size(), atOnce, job.stop, writeAt));
  return written;
}

Result<void> ShardWriter::makeFolders(std::span<const std::size_t> numbers) const {
  std::set<fs::path> folders;
  for (const std::size_t number : numbers) folders.insert((m_folder / m_plan.planned[number].path).parent_path());
  for (const fs::path& one : folders) {
    std::error_code error;
    fs::create_directories(one, error);
    if (error) return fail(Error::fromErrno(error.value(), one.string()));
  }
  return {};
}

Result<ShardInfo> ShardWriter::writeOne(std::size_t number, unsigned threads, const JobContext& job,
                                        Bundle* bundle) const {
  const Shard& shard = m_plan.shards[number];
  SampleReader reader(m_dataset, job.stop);
  const ShardRoom room{reader, m_blockBytes, {hashesOf(number), bundle}, threads};
  MASU_TRY(auto files, m_plan.writer->write(m_folder, shard, room, job));
  ShardInfo info{files.front().path, shard.exportSplit->name(), shard.count, 0, std::move(files)};
  for (const ShardFile& file : info.files) info.bytes += file.bytes;
  return info;
}

}  // namespace masu::shards
