#include "core/shards/record_format.h"

#include <algorithm>

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

Result<std::vector<std::string>> RecordFormat::write(const std::filesystem::path& folder, const Shard& shard,
                                                     const ShardRoom& room, const JobContext& job) const {
  std::vector<std::string> paths = {path(*shard.portion, shard.number)};
  MASU_TRY(GrowingFile file, GrowingFile::create(folder / paths.front()));
  file.text().assign(headBytes(shard.count), '\0');
  const auto records = encoder();
  const std::uint64_t block = std::max<std::uint64_t>(room.blockBytes / records->memoryPerSample(), 1);
  std::vector<std::uint32_t> sizes;
  sizes.reserve(shard.count);
  std::vector<std::uint64_t> samples;
  for (std::uint64_t done = 0; done < shard.count; done += samples.size()) {
    if (job.stopRequested()) return fail(Error::cancelled());
    samples.resize(std::min(block, shard.count - done));
    shard.portion->samplesAt(shard.first + done, samples);
    MASU_CHECK(records->read(room.reader, samples));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::uint64_t before = file.bytes();
      records->append(i, file.text());
      sizes.push_back(static_cast<std::uint32_t>(file.bytes() - before));
      MASU_CHECK(file.flushLarge());
    }
    job.progress.add(samples.size());
  }
  file.text() += tail();
  MASU_CHECK(file.rewriteHead(head(sizes)));
  MASU_CHECK(file.finish());
  if (const std::string beside = indexPath(paths.front()); !beside.empty()) {
    MASU_TRY(GrowingFile indexFile, GrowingFile::create(folder / beside));
    indexFile.text() = index(sizes);
    MASU_CHECK(indexFile.finish());
    paths.push_back(beside);
  }
  return paths;
}

}  // namespace masu::shards
