// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/shard_blocks.h"

namespace masu::shards {

Result<std::vector<std::uint64_t>> textBytesOf(const std::vector<TextField>& texts, const Shard& shard,
                                               const ShardRoom& room, const JobContext& job) {
  std::vector<std::uint64_t> sums;
  for (const TextField& text : texts) {
    std::uint64_t& sum = sums.emplace_back(0);
    MASU_CHECK(forBlocks(shard, room.blockBytes / kLengthBytes, text.object->chunkSamples, job,
                         [&](auto samples) -> Result<void> {
                           MASU_TRY(const auto lengths, room.reader.textLengths(*text.object, samples));
                           for (const std::uint32_t length : lengths) sum += length;
                           return {};
                         }));
  }
  return sums;
}

Result<std::vector<std::uint64_t>> bytesWithTexts(const std::vector<TextField>& texts, std::uint64_t fixed,
                                                  std::uint64_t beside, SampleReader& reader,
                                                  std::span<const std::uint64_t> samples) {
  std::vector<std::uint64_t> bytes(samples.size(), fixed);
  for (const TextField& text : texts) {
    MASU_TRY(const auto lengths, reader.textLengths(*text.object, samples));
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] += beside + lengths[i];
  }
  return bytes;
}

}  // namespace masu::shards
