#include "core/shards/array_format.h"

#include <algorithm>

namespace masu::shards {

Result<std::uint64_t> ArrayFormat::sampleBytes(SampleReader&, std::span<const std::uint64_t> samples) const {
  return samples.size() * m_fields.sampleBytes();
}

Result<std::vector<std::string>> ArrayFormat::write(const std::filesystem::path& folder, const Shard& shard,
                                                    const ShardRoom& room, const JobContext& job) const {
  MASU_TRY(const auto sink, open(folder, shard));
  std::vector<std::uint64_t> samples;
  std::vector<float> buffer;
  for (const ArrayField& field : m_fields.all()) {
    const bool last = &field == &m_fields.all().back();
    const std::uint64_t memory = field.sampleBytes() + field.object->sampleBytes() + sizeof(std::uint64_t);
    const std::uint64_t block = std::max<std::uint64_t>(room.blockBytes / memory, 1);
    MASU_CHECK(sink->begin(field));
    for (std::uint64_t done = 0; done < shard.count; done += samples.size()) {
      if (job.stopRequested()) return fail(Error::cancelled());
      samples.resize(std::min(block, shard.count - done));
      shard.portion->samplesAt(shard.first + done, samples);
      MASU_TRY(const auto bytes, m_fields.read(field, room.reader, samples, buffer));
      MASU_CHECK(sink->append(bytes));
      if (last) job.progress.add(samples.size());
    }
    MASU_CHECK(sink->end());
  }
  return sink->finish();
}

}  // namespace masu::shards
