// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/shards/content/array_field.h"
#include "core/shards/formats/shard_format.h"

namespace masu::shards {

/// Steps through the samples of a shard, `block` at a time (at least one): take(samples). Where they are consecutive,
/// blocks end with chunks of `chunk` samples: the first to read from a chunk reads all of it, to compare it with its
/// checksum. Errors: those of take(); cancelled.
template <class Take>
Result<void> forBlocks(const Shard& shard, std::uint64_t block, std::uint64_t chunk, const JobContext& job, Take take) {
  std::vector<std::uint64_t> samples;
  for (std::uint64_t done = 0; done < shard.count; done += samples.size()) {
    if (job.stopRequested()) return fail(Error::cancelled());
    std::uint64_t first = 0;
    shard.exportSplit->samplesAt(shard.first + done, std::span(&first, 1));
    std::uint64_t count = std::max<std::uint64_t>(block, 1);
    const std::uint64_t over = (first + count) % std::max<std::uint64_t>(chunk, 1);
    if (over < count) count -= over;
    samples.resize(std::min(count, shard.count - done));
    shard.exportSplit->samplesAt(shard.first + done, samples);
    MASU_CHECK(take(std::span<const std::uint64_t>(samples)));
  }
  return {};
}

/// What a text is taken to have in memory: its length is not known before it is read.
inline constexpr std::uint64_t kTextBytes = 256;
/// What a sample takes in memory while the lengths of its texts are read: its number and a length.
inline constexpr std::uint64_t kLengthBytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);

/// Bytes of the texts of a shard, column by column. Errors: of reading; cancelled.
Result<std::vector<std::uint64_t>> textBytesOf(const std::vector<TextField>& texts, const Shard& shard,
                                               const ShardRoom& room, const JobContext& job);

/// Of each sample: `fixed`, and for each text its bytes with `beside` more.
Result<std::vector<std::uint64_t>> bytesWithTexts(const std::vector<TextField>& texts, std::uint64_t fixed,
                                                  std::uint64_t beside, SampleReader& reader,
                                                  std::span<const std::uint64_t> samples);

}  // namespace masu::shards
