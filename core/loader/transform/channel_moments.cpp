// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/channel_moments.h"

#include <algorithm>
#include <cmath>

#include "core/flow/worker_pool.h"
#include "core/loader/read/chunk_reading.h"
#include "core/loader/transform/moment_sums.h"
#include "core/loader/transform/moments_cache.h"

namespace masu::loader {

namespace {

/// Chunks whose moments are held at a time; not the number of threads, which must not change the result.
constexpr std::size_t kWave = 64;

Moments momentsOfLane(const MomentSums& sums, std::size_t lane) {
  const double count = sums.count[lane];
  if (count == 0) return {};
  const double sum = sums.sum[lane];
  return {count, sums.pivot[lane] + sum / count, std::max(0.0, sums.squares[lane] - sum * sum / count), sums.min[lane],
          sums.max[lane]};
}

Result<std::vector<Moments>> momentsOfChunk(const store::Dataset& dataset, const store::ObjectInfo& features,
                                            const ChannelMap& map, const SampleIndex& train, std::uint64_t chunk) {
  const ChunkRange range = chunkRange(features, chunk);
  thread_local std::vector<std::byte> bytes;
  bytes.resize(range.count * features.sampleBytes());
  MASU_CHECK(readChunkNamed(dataset, features, chunk, bytes));
  std::vector<std::uint64_t> rows;
  train.forEach(range.first, range.first + range.count,
                [&](std::uint64_t sample) { rows.push_back(sample - range.first); });
  MomentSums sums(map);
  addMoments(features.dtype, bestSimd(), map, {bytes.data(), features.sampleBytes()}, rows, sums);
  std::vector<Moments> moments(map.channels);
  for (std::size_t lane = 0; lane < sums.count.size(); ++lane) {
    moments[lane / sums.lanes].merge(momentsOfLane(sums, lane));
  }
  return moments;
}

}  // namespace

void Moments::merge(const Moments& other) {
  if (other.count == 0) return;
  const double total = count + other.count;
  const double delta = other.mean - mean;
  squares += other.squares + delta * delta * count * other.count / total;
  mean += delta * other.count / total;
  count = total;
  min = std::min(min, other.min);
  max = std::max(max, other.max);
}

double Moments::deviation() const {
  return count > 0 ? std::sqrt(squares / count) : 0;
}

Result<void> forMomentsOfChunks(const store::Dataset& dataset, const store::ObjectInfo& features,
                                const SampleIndex& train, std::uint64_t first, std::uint64_t end, unsigned threads,
                                const std::stop_token& stop,
                                const std::function<Result<void>(const ChunkMoments&)>& take, WorkerClocks* clocks) {
  const ChannelMap map = channelMapOf(dataset, features);
  for (; first < end; first += kWave) {
    ChunkMoments wave(std::min<std::uint64_t>(kWave, end - first));
    MASU_CHECK(
        flow::forEachIndex(wave.size(), threads, stop, [&](std::size_t i, const std::stop_token&) -> Result<void> {
          const WorkerClocks::Counted counted(clocks);
          const ChunkRange range = chunkRange(features, first + i);
          if (train.rank(range.first) == train.rank(range.first + range.count)) return {};
          MASU_TRY(wave[i], momentsOfChunk(dataset, features, map, train, first + i));
          return {};
        }));
    MASU_CHECK(take(wave));
  }
  return {};
}

Result<std::vector<Moments>> momentsOf(const store::Dataset& dataset, const store::ObjectInfo& features,
                                       const SampleIndex& train, unsigned threads, const std::stop_token& stop,
                                       WorkerClocks* clocks) {
  const MomentsCache kept(dataset, features, train);
  std::vector<Moments> total(channelMapOf(dataset, features).channels);
  if (auto found = kept.find(); found && found->size() == total.size()) return std::move(*found);
  const auto take = [&](const ChunkMoments& chunks) -> Result<void> {
    for (const auto& chunk : chunks) {
      for (std::size_t channel = 0; channel < chunk.size(); ++channel) total[channel].merge(chunk[channel]);
    }
    return {};
  };
  MASU_CHECK(forMomentsOfChunks(dataset, features, train, 0, features.chunks(), threads, stop, take, clocks));
  kept.keep(total);
  return total;
}

}  // namespace masu::loader
