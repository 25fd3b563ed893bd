#include "core/shards/record_format.h"

#include "core/shards/shard_blocks.h"
#include "core/shards/shard_file.h"

namespace masu::shards {

Result<std::uint64_t> RecordFormat::sampleBytes(SampleReader& reader, std::span<const std::uint64_t> samples) const {
  const auto records = encoder();
  MASU_CHECK(records->read(reader, samples));
  std::uint64_t bytes = 0;
  std::string record;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    record.clear();
    records->append(i, record);
    bytes += record.size();
  }
  return bytes;
}

Result<std::vector<ShardFile>> RecordFormat::write(const std::filesystem::path& folder, const Shard& shard,
                                                   const ShardRoom& room, const JobContext& job) const {
  const std::string to = path(*shard.portion, shard.number);
  MASU_TRY(GrowingFile file, GrowingFile::create(folder, to, room.files));
  MASU_TRY(file.text(), head(shard, room, job));
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
  const store::ObjectInfo* features = room.reader.dataset().find("features");
  const std::uint64_t chunk = features == nullptr ? 1 : features->chunkSamples;
  MASU_CHECK(forBlocks(shard, room.blockBytes / records->memoryPerSample(), chunk, job, append));
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

}  // namespace masu::shards
