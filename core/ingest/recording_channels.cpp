#include "core/ingest/recording_channels.h"

#include <algorithm>

namespace masu::ingest {

std::vector<std::size_t> channelPlaces(const ImportPlan& plan, const waveform::RecordingInfo& info) {
  std::vector<std::size_t> places;
  for (const std::string& name : plan.channelNames) {
    const auto found = std::ranges::find(info.channels, name);
    if (found != info.channels.end()) places.push_back(static_cast<std::size_t>(found - info.channels.begin()));
  }
  return places;
}

double plannedValue(const ImportPlan& plan, const waveform::RecordingInfo& info, double sample) {
  return plan.fullScale ? (sample - info.silence) / info.fullScale : sample;
}

}  // namespace masu::ingest
