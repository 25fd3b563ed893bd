#include "core/ingest/recording_sampling.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ingest/held_recordings.h"
#include "core/ingest/recording_channels.h"

namespace masu::ingest {
namespace {

constexpr std::size_t kMostRecordings = 32;
constexpr std::uint64_t kMostFrames = 2048;  ///< of one recording
/// Of all of them: more tell nothing new, and each value is tried in every type.
constexpr std::uint64_t kFrames = std::uint64_t{1} << 14;
constexpr std::uint64_t kValuesEach = std::uint64_t{1} << 18;

/// Appends some frames from the middle of one recording to the columns.
Result<void> sampleOne(ImportPlan& plan, std::size_t recording, std::uint64_t most, SourceOpener& opener) {
  MASU_TRY(const auto source, openPlanned(opener, plan, recording));
  const waveform::RecordingInfo& info = source->info();
  const std::uint64_t width = info.channels.size();
  const std::uint64_t frames =
      std::min({info.frames, most, std::max<std::uint64_t>(1, kValuesEach / std::max<std::uint64_t>(1, width))});
  std::vector<double> values(frames * width);
  MASU_CHECK(source->readExact((info.frames - frames) / 2, values));
  const std::vector<std::size_t> places = channelPlaces(plan, info);
  for (std::size_t c = 0; c < places.size(); ++c) {
    for (std::size_t at = places[c]; at < values.size(); at += width) {
      const double value = plannedValue(plan, info, values[at]);
      if (!std::isnan(value)) plan.columns[c].sampled.push_back(value);
    }
  }
  return {};
}

}  // namespace

Result<void> sampleChannels(ImportPlan& plan, const JobContext& job) {
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < plan.recordingFiles.size(); ++i) {
    if (plan.recordingFiles[i].problem.empty()) usable.push_back(i);
  }
  const std::size_t taken = std::min(usable.size(), kMostRecordings);
  const std::uint64_t most = std::min(kMostFrames, kFrames / std::max<std::size_t>(1, taken));
  SourceOpener opener;
  for (std::size_t i = 0; i < taken; ++i) {
    if (job.stopRequested()) return fail(Error::cancelled());
    static_cast<void>(sampleOne(plan, usable[i * usable.size() / taken], most, opener));
  }
  for (ColumnPlan& column : plan.columns) {
    std::ranges::sort(column.sampled);
    for (const double value : column.sampled) column.stats.add(value);
  }
  return {};
}

}  // namespace masu::ingest
