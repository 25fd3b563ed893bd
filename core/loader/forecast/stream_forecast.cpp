// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/forecast/stream_forecast.h"

#include <algorithm>

#include "core/base/units.h"
#include "core/loader/read/chunk_reading.h"
#include "core/loader/stream/pooled_stream.h"
#include "core/loader/stream/split_index.h"
#include "core/loader/stream/stream_plan.h"

namespace masu::loader {

namespace {

constexpr std::uint64_t kProbeChunks = 64;
constexpr std::chrono::milliseconds kProbeTime{500};

/// Samples of up to kProbeChunks chunks evenly spread over those with members, as a train split of their own.
store::Assignment probeSamples(const Sequence& sequence) {
  const SampleIndex& index = sequence.index();
  store::Assignment probe(index.datasetSamples(), store::Split::unused);
  const std::uint64_t chunks = std::min(kProbeChunks, sequence.chunks());
  for (std::uint64_t i = 0; i < chunks; ++i) {
    const std::uint64_t member = index.select(i * (index.size() / chunks));
    const std::uint64_t first = member / sequence.chunkSamples() * sequence.chunkSamples();
    const std::uint64_t last = std::min(first + sequence.chunkSamples(), index.datasetSamples());
    index.forEach(first, last, [&](std::uint64_t sample) { probe[sample] = store::Split::train; });
  }
  return probe;
}

/// One worker, in groups or windows, so that reading is measured apart from the rest.
StreamOptions probeOptions(const StreamOptions& options, const StreamSpec& spec) {
  StreamOptions probe = options;
  probe.split = store::Split::train;
  probe.resources = {1, 1};
  probe.epochs = 1;
  probe.steps = 0;
  probe.resume.clear();
  probe.simulatedBatchSeconds = 0;
  probe.consumerThreads = 0;
  probe.last = LastBatch::kept;
  probe.rank = 0;
  probe.world = 1;
  if (options.shuffle == Shuffle::balanced) probe.shuffle = Shuffle::exact;  // it reads alike, and lists nothing
  if (spec.source.window == 0 && options.shuffle != Shuffle::none) {
    probe.shuffle = Shuffle::blocks;
    probe.blocks = std::max<std::uint64_t>(1, std::min(kProbeChunks, spec.source.sequence->chunks()) / 2);
  }
  return probe;
}

/// Bytes that an epoch reads in groups or windows, or once where everything is held.
std::uint64_t bytesRead(const StreamSpec& spec) {
  const SourceSpec& source = spec.source;
  const Sequence& sequence = *source.sequence;
  std::uint64_t bytes = 0;
  for (const Field field : kFields) {
    const store::ObjectInfo* object = source.fields.object(field);
    if (object == nullptr || source.residencies[indexOf(field)] == Residency::flat) continue;
    bytes += spec.passes * sequence.chunks() * sequence.chunkSamples() * object->sampleBytes();
  }
  return bytes;
}

std::uint64_t bytesHeld(const StreamSpec& spec) {
  std::uint64_t bytes = 0;
  for (const Field field : kFields) {
    const store::ObjectInfo* object = spec.source.fields.object(field);
    if (object == nullptr || spec.source.residencies[indexOf(field)] != Residency::flat) continue;
    bytes += object->samples * object->sampleBytes();
  }
  return bytes;
}

struct Probe {
  StageSeconds stages;
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;
};

Result<Probe> runProbe(const std::shared_ptr<const store::Dataset>& dataset, const StreamSpec& spec,
                       const StreamOptions& options, const std::stop_token& stop) {
  const store::Assignment samples = probeSamples(*spec.source.sequence);
  const StreamOptions probed = probeOptions(options, spec);
  MASU_TRY(const StreamSpec probeSpec, planStream(dataset, &samples, probed, stop, true));
  PooledStream stream(probeSpec);
  const auto begin = std::chrono::steady_clock::now();
  Probe probe;
  std::uint64_t taken = 0;
  while (std::chrono::steady_clock::now() - begin < kProbeTime) {
    MASU_TRY(const BatchPtr batch, stream.next(stop));
    if (!batch) break;
    taken += batch->samples;
  }
  probe.stages = stream.report().stages;
  probe.samples = std::max<std::uint64_t>(1, taken);
  const double share = static_cast<double>(taken) / static_cast<double>(stream.samplesPerEpoch());
  const auto all = static_cast<double>(bytesRead(probeSpec) + bytesHeld(probeSpec));
  probe.bytes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(share * all));
  return probe;
}

/// Calculating is shared by the cores, waiting by all workers there may be.
double secondsOf(const StageSeconds& stages, const TuningLimits& limits) {
  const double calculating = stages.decode + stages.transform;
  return std::max(calculating / limits.computing, (calculating + stages.disk) / limits.most.workers);
}

StageSeconds reading(const Probe& probe, std::uint64_t bytes) {
  const double share = static_cast<double>(bytes) / static_cast<double>(probe.bytes);
  return {.disk = probe.stages.disk * share, .decode = probe.stages.decode * share};
}

}  // namespace

Result<StreamForecast> forecastOf(std::shared_ptr<const store::Dataset> dataset, const store::Assignment* assignment,
                                  const StreamOptions& options, const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  MASU_TRY(const StreamSpec spec, planStream(dataset, assignment, options, stop));
  MASU_TRY(const Probe probe, runProbe(dataset, spec, options, stop));

  StreamForecast forecast;
  forecast.stages = reading(probe, bytesRead(spec));
  const auto samples = static_cast<double>(spec.samplesOfRank());
  forecast.stages.transform = probe.stages.transform * samples / static_cast<double>(probe.samples);
  forecast.stages.disk += options.simulatedBatchSeconds * static_cast<double>(spec.batchesPerEpoch);
  forecast.epochSeconds = secondsOf(forecast.stages, spec.tuning);
  forecast.firstEpochSeconds = forecast.epochSeconds + secondsOf(reading(probe, bytesHeld(spec)), spec.tuning);
  forecast.bottleneck = slowestStage(forecast.stages);
  forecast.probeSeconds = secondsSince(begin);
  return forecast;
}

Result<StreamForecast> forecastOf(std::shared_ptr<const store::Dataset> dataset, const StreamOptions& options,
                                  const std::stop_token& stop) {
  MASU_TRY(const store::Assignment assignment, assignmentOf(*dataset, options));
  return forecastOf(std::move(dataset), options.split ? &assignment : nullptr, options, stop);
}

}  // namespace masu::loader
