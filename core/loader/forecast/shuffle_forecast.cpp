// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/forecast/shuffle_forecast.h"

#include <algorithm>

#include "core/loader/forecast/label_profile.h"
#include "core/loader/stream/split_index.h"
#include "core/loader/stream/stream_plan.h"

namespace masu::loader {

namespace {

/// Bytes of all fields of a sample as stored.
std::uint64_t sampleBytesOf(const StreamFields& fields) {
  std::uint64_t bytes = 0;
  for (const Field part : kFields) bytes += fields.object(part) != nullptr ? fields.object(part)->sampleBytes() : 0;
  return bytes;
}

/// Two groups of chunks, or everything once; a group lists its members.
std::uint64_t memoryFor(std::uint64_t blocks, const Sequence& sequence, std::uint64_t sampleBytes) {
  const std::uint64_t samples = sequence.chunkSamples() * blocks;
  return std::min(kGroupsHeld * samples * (sampleBytes + sizeof(std::uint32_t)),
                  sequence.index().datasetSamples() * sampleBytes);
}

}  // namespace

Result<ShuffleForecast> forecastShuffle(std::shared_ptr<const store::Dataset> dataset, StreamOptions options,
                                 const std::stop_token& stop) {
  options.shuffle = Shuffle::blocks;
  options.resume.clear();
  MASU_TRY(const LabelProfile labels, LabelProfile::of(*dataset, options, stop));
  MASU_TRY(const store::Assignment assignment, assignmentOf(*dataset, options));
  MASU_TRY(const StreamSpec spec, planStream(dataset, options.split ? &assignment : nullptr, options, stop));
  const Sequence& sequence = *spec.source.sequence;
  const std::uint64_t sampleBytes = sampleBytesOf(spec.source.fields);
  const auto choice = [&](std::uint64_t blocks) {
    return ShuffleChoice{blocks, memoryFor(blocks, sequence, sampleBytes), labels.blocksEffect(blocks)};
  };
  ShuffleForecast forecast;
  forecast.storedEffect = labels.storedEffect();
  const std::uint64_t chunks = std::max<std::uint64_t>(1, sequence.chunks());
  for (std::uint64_t blocks = 1; blocks < chunks; blocks *= 2) forecast.choices.push_back(choice(blocks));
  forecast.choices.push_back(choice(chunks));
  forecast.chosen = choice(std::clamp<std::uint64_t>(spec.start.blocks, 1, chunks));
  forecast.enough = choice(labels.blocksFor(ShuffleForecast::kGoodEffect));
  return forecast;
}

}  // namespace masu::loader
