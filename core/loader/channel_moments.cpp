#include "core/loader/channel_moments.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/flow/worker_pool.h"
#include "core/loader/chunk_reading.h"
#include "core/loader/stored_value.h"

namespace masu::loader {

namespace {

/// Chunks whose moments are held at a time; not the number of threads, which must not change the result.
constexpr std::size_t kWave = 64;

/// Sums around the first value of the channel, which keeps squares exact enough in one pass.
struct ChannelSums {
  double pivot = 0;
  double count = 0;
  double sum = 0;
  double squares = 0;
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();

  void add(double value) {
    if (!std::isfinite(value)) return;  // one infinity would leave no mean at all
    if (count == 0) pivot = value;
    const double delta = value - pivot;
    count += 1;
    sum += delta;
    squares += delta * delta;
    min = value < min ? value : min;
    max = value > max ? value : max;
  }

  Moments moments() const {
    if (count == 0) return {};
    return {count, pivot + sum / count, std::max(0.0, squares - sum * sum / count), min, max};
  }
};

template <class Stored>
void addSample(const std::byte* sample, const ChannelMap& map, std::vector<ChannelSums>& sums) {
  for (std::uint64_t channel = 0; channel < map.channels; ++channel) {
    const double scale = map.affine() ? map.scale[channel] : 1;
    const double offset = map.affine() ? map.offset[channel] : 0;
    for (std::uint64_t i = 0; i < map.run; ++i, sample += sizeof(Stored)) {
      Stored stored;
      std::memcpy(&stored, sample, sizeof(Stored));
      if (map.affine() && isLowest(stored)) continue;
      sums[channel].add(valueOf<double>(stored) * scale + offset);
    }
  }
}

Result<std::vector<Moments>> momentsOfChunk(const store::Dataset& dataset, const store::ObjectInfo& features,
                                            const ChannelMap& map, const SampleIndex& train, std::uint64_t chunk) {
  const ChunkRange range = chunkRange(features, chunk);
  std::vector<std::byte> bytes(range.count * features.sampleBytes());
  MASU_CHECK(readChunkNamed(dataset, features, chunk, bytes));
  std::vector<ChannelSums> sums(map.channels);
  table::dispatch(features.dtype, [&](auto stored) {
    train.forEach(range.first, range.first + range.count, [&](std::uint64_t sample) {
      addSample<decltype(stored)>(bytes.data() + (sample - range.first) * features.sampleBytes(), map, sums);
    });
  });
  std::vector<Moments> moments;
  moments.reserve(sums.size());
  for (const ChannelSums& channel : sums) moments.push_back(channel.moments());
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

Result<std::vector<Moments>> momentsOf(const store::Dataset& dataset, const store::ObjectInfo& features,
                                       const SampleIndex& train, unsigned threads, const std::stop_token& stop) {
  const ChannelMap map = channelMapOf(dataset, features);
  std::vector<Moments> total(map.channels);
  const std::uint64_t chunks = features.chunks();
  for (std::uint64_t first = 0; first < chunks; first += kWave) {
    std::vector<std::vector<Moments>> wave(std::min<std::uint64_t>(kWave, chunks - first));
    MASU_CHECK(
        flow::forEachIndex(wave.size(), threads, stop, [&](std::size_t i, const std::stop_token&) -> Result<void> {
          const ChunkRange range = chunkRange(features, first + i);
          if (train.rank(range.first) == train.rank(range.first + range.count)) return {};
          MASU_TRY(wave[i], momentsOfChunk(dataset, features, map, train, first + i));
          return {};
        }));
    for (const auto& chunk : wave) {
      for (std::size_t channel = 0; channel < chunk.size(); ++channel) total[channel].merge(chunk[channel]);
    }
  }
  return total;
}

}  // namespace masu::loader
