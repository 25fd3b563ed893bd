// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/record_format.h"

#include "core/flow/bounded_queue.h"
#include "core/flow/turnstile.h"
#include "core/flow/worker_pool.h"
#include "core/shards/formats/shard_blocks.h"
#include "core/shards/write/shard_file.h"
#include "core/store/format/layout.h"

namespace masu::shards {

Result<std::vector<std::uint64_t>> RecordFormat::mostBytes(SampleReader& reader,
                                                           std::span<const std::uint64_t> samples) const {
  const auto records = encoder();
  MASU_CHECK(records->read(reader, samples));
  std::vector<std::uint64_t> bytes;
  bytes.reserve(samples.size());
  std::string record;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    record.clear();
    records->append(i, record);
    bytes.push_back(record.size());
  }
  return bytes;
}

namespace {

/// What a thread makes ahead of its turn: blocks may be large where samples are shuffled.
constexpr std::size_t kMostText = 4 << 20;

std::uint64_t chunkOf(const store::Dataset& dataset) {
  const store::ObjectInfo* features = dataset.find("features");
  return features == nullptr ? 1 : features->chunkSamples;
}

}  // namespace

Result<std::vector<std::uint32_t>> RecordFormat::appendRecords(GrowingFile& file, const Shard& shard,
                                                               const ShardRoom& room, const JobContext& job) const {
  const auto records = encoder();
  std::vector<std::uint32_t> sizes;
  sizes.reserve(shard.count);
  const auto append = [&](std::span<const std::uint64_t> samples) -> Result<void> {
    MASU_CHECK(records->read(room.reader, samples));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::uint64_t before = file.bytes();
      records->append(i, file.text());
      sizes.push_back(static_cast<std::uint32_t>(file.bytes() - before));
      MASU_CHECK(file.flushLarge());
    }
    job.progress.add(samples.size());
    return {};
  };
  const std::uint64_t chunk = chunkOf(room.reader.dataset());
  MASU_CHECK(forBlocks(shard, room.blockBytes / records->memoryPerSample(), chunk, job, append));
  return sizes;
}

/// Several threads make records of a block each, which are appended in the order of the blocks.
Result<std::vector<std::uint32_t>> RecordFormat::appendParallel(GrowingFile& file, const Shard& shard,
                                                                const ShardRoom& room, const JobContext& job) const {
  struct Block {
    std::uint64_t number = 0;
    std::vector<std::uint64_t> samples;
  };
  flow::BoundedQueue<Block> blocks(room.threads);
  flow::Turnstile turns;
  std::vector<std::uint32_t> sizes;
  sizes.reserve(shard.count);
  flow::WorkerPool workers(job.stop);
  workers.start(room.threads, [&](unsigned, const std::stop_token& stop) -> Result<void> {
    SampleReader reader(room.reader.dataset(), stop);
    const auto records = encoder();
    std::string text;
    std::vector<std::uint32_t> made;
    while (const auto block = blocks.pop(stop)) {
      MASU_CHECK(records->read(reader, block->samples));
      made.clear();
      bool hasTurn = false;
      const auto flush = [&]() -> Result<void> {
        if (!hasTurn && !turns.wait(block->number, stop)) return fail(Error::cancelled());
        hasTurn = true;
        MASU_CHECK(file.append(std::as_bytes(std::span(text))));
        text.clear();
        return {};
      };
      for (std::size_t i = 0; i < block->samples.size(); ++i) {
        const std::size_t before = text.size();
        records->append(i, text);
        made.push_back(static_cast<std::uint32_t>(text.size() - before));
        if (text.size() >= kMostText) MASU_CHECK(flush());
      }
      MASU_CHECK(flush());
      sizes.insert(sizes.end(), made.begin(), made.end());
      turns.pass();
      job.progress.add(made.size());
    }
    return {};
  });
  std::uint64_t number = 0;
  const std::uint64_t chunk = chunkOf(room.reader.dataset());
  const auto given = forBlocks(shard, room.blockBytes / encoder()->memoryPerSample(), chunk, job,
                               [&](std::span<const std::uint64_t> samples) -> Result<void> {
                                 Block block{number++, {samples.begin(), samples.end()}};
                                 if (blocks.push(std::move(block), workers.token())) return {};
                                 return fail(Error::cancelled());
                               });
  blocks.close();
  MASU_CHECK(workers.wait());
  MASU_CHECK(given);
  return sizes;
}

Result<std::vector<ShardFile>> RecordFormat::write(const std::filesystem::path& folder, const Shard& shard,
                                                   const ShardRoom& room, const JobContext& job) const {
  const std::string to = path(*shard.exportSplit, shard.number);
  MASU_TRY(GrowingFile file, GrowingFile::create(folder, to, room.files));
  MASU_TRY(file.text(), head(shard, room, job));
  MASU_TRY(const auto sizes,
           room.threads > 1 ? appendParallel(file, shard, room, job) : appendRecords(file, shard, room, job));
  file.text() += tail();
  std::vector<ShardFile> files;
  MASU_TRY(files.emplace_back(), file.finish());
  if (const std::string beside = indexPath(to); !beside.empty()) {
    MASU_TRY(GrowingFile indexFile, GrowingFile::create(folder, beside, room.files));
    indexFile.text() = index(sizes);
    MASU_TRY(files.emplace_back(), indexFile.finish());
  }
  return files;
}

std::string plainName(const std::string& field) {
  using store::layout::kKeptPrefix;
  return field.starts_with(kKeptPrefix) ? field.substr(kKeptPrefix.size()) : field;
}

std::vector<WrittenName> plainNames(const ArrayFields& fields) {
  std::vector<WrittenName> names;
  for (const ArrayField& field : fields.all()) names.push_back({plainName(field.name), field.name});
  for (const TextField& text : fields.texts()) names.push_back({plainName(text.name), text.name});
  return names;
}

}  // namespace masu::shards
