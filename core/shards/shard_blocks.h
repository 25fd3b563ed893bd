#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/shards/shard_format.h"

namespace masu::shards {

/// Steps through the samples of a shard, `block` at a time (at least one): take(samples).
/// Errors: those of take(); cancelled.
template <class Take>
Result<void> forBlocks(const Shard& shard, std::uint64_t block, const JobContext& job, Take take) {
  std::vector<std::uint64_t> samples;
  for (std::uint64_t done = 0; done < shard.count; done += samples.size()) {
    if (job.stopRequested()) return fail(Error::cancelled());
    samples.resize(std::min(std::max<std::uint64_t>(block, 1), shard.count - done));
    shard.portion->samplesAt(shard.first + done, samples);
    MASU_CHECK(take(std::span<const std::uint64_t>(samples)));
  }
  return {};
}

}  // namespace masu::shards
