// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/brainvision/brainvision_file.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/waveform/arrays/array_recording.h"
#include "core/waveform/arrays/linear_array.h"
#include "core/waveform/brainvision/brainvision_header.h"
#include "core/waveform/brainvision/brainvision_text.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

constexpr std::uint64_t kMostText = std::uint64_t{64} << 20;

/// A recording of stored numbers, each times the resolution of its channel.
class ScaledRecording final : public RecordingSource {
 public:
  ScaledRecording(std::unique_ptr<RecordingSource> stored, std::vector<double> resolutions)
      : m_stored(std::move(stored)), m_resolutions(std::move(resolutions)), m_info(m_stored->info()) {
    m_info.native = table::DType::f64;  // physical values are products
  }

  const RecordingInfo& info() const override { return m_info; }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override {
    MASU_CHECK(m_stored->readExact(first, out));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] *= m_resolutions[i % m_resolutions.size()];
    return {};
  }
  Result<void> read(std::uint64_t first, std::span<float> out) override {
    constexpr std::size_t kBlockValues = 64U << 10U;
    const std::size_t width = m_resolutions.size();
    const std::size_t block = std::max<std::size_t>(1, kBlockValues / width) * width;
    m_block.resize(std::min(block, out.size()));
    for (std::size_t at = 0; at < out.size(); at += block) {
      const auto values = std::span(m_block).first(std::min(block, out.size() - at));
      MASU_CHECK(readExact(first + at / width, values));
      std::ranges::transform(values, out.begin() + static_cast<std::ptrdiff_t>(at),
                             [](double value) { return static_cast<float>(value); });
    }
    return {};
  }

 private:
  std::unique_ptr<RecordingSource> m_stored;
  std::vector<double> m_resolutions;
  RecordingInfo m_info;
  std::vector<double> m_block;
};

/// How many frames the file of the samples holds, where it is of the size that the header needs.
Result<std::uint64_t> framesIn(const BrainVisionHeader& header, std::uint64_t bytes, const std::string& path) {
  const std::uint64_t frameBytes = header.channels.size() * sizeOf(header.type);
  const std::uint64_t samples = bytes - std::min(bytes, header.offset);
  const std::uint64_t frames = samples / frameBytes;
  if (samples % frameBytes != 0 || (header.frames != 0 && header.frames != frames)) {
    const std::string stated = header.frames == 0 ? std::to_string(frames + 1) : std::to_string(header.frames);
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "{0} does not fit its samples: {1} has {2} bytes, where {3} frames of {4} bytes are expected "
                          "after the first {5}. The file was cut short, or belongs to another header."),
                {path, utf8From(header.data), std::to_string(bytes), stated, std::to_string(frameBytes),
                 std::to_string(header.offset)},
                {path});
  }
  if (frames == 0) return fail(Errc::noSamples, MASU_TEXT("core", "{0} holds no samples."), {path}, {path});
  return frames;
}

/// The channels that are asked for, in this order; else all.
Result<std::vector<std::size_t>> placesOf(const BrainVisionHeader& header, const std::vector<std::string>& asked,
                                          const std::string& path) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < header.channels.size() && asked.empty(); ++i) places.push_back(i);
  for (const std::string& name : asked) {
    const auto found = std::ranges::find(header.channels, name, &BrainVisionChannel::label);
    if (found == header.channels.end()) {
      std::string labels;
      for (const BrainVisionChannel& channel : header.channels) labels += (labels.empty() ? "" : ", ") + channel.label;
      return fail(Errc::notFound, MASU_TEXT("core", "{0} has no channel {1}. It has {2}."), {path, name, labels},
                  {path});
    }
    places.push_back(static_cast<std::size_t>(found - header.channels.begin()));
  }
  return places;
}

/// One part for all channels that follow each other in the file.
std::vector<ArrayPart> partsOf(const std::shared_ptr<NumberArray>& array, const ArrayAxes& axes,
                               const std::vector<std::size_t>& places) {
  std::vector<ArrayPart> parts;
  for (const std::size_t place : places) {
    if (!parts.empty() && parts.back().firstChannel + parts.back().channels == place) {
      ++parts.back().channels;
    } else {
      parts.push_back({array, axes, place, 1});
    }
  }
  return parts;
}

/// Frames between gaps: those of the header's segments, and those that markers begin.
Result<std::vector<Segment>> segmentsOf(const BrainVisionHeader& header, std::vector<std::uint64_t> starts,
                                        std::uint64_t frames, const std::string& path) {
  constexpr std::uint64_t kMostSegments = 1'000'000;
  if (header.segmentFrames > 0) {
    if (frames % header.segmentFrames != 0 || frames / header.segmentFrames > kMostSegments) {
      return fail(Errc::damaged,
                  MASU_TEXT("core", "{0} is damaged: its {1} frames are not segments of {2} frames each."),
                  {path, std::to_string(frames), std::to_string(header.segmentFrames)}, {path});
    }
    for (std::uint64_t first = header.segmentFrames; first < frames; first += header.segmentFrames)
      starts.push_back(first);
    std::ranges::sort(starts);
    starts.erase(std::ranges::unique(starts).begin(), starts.end());
  }
  std::vector<Segment> segments;
  if (starts.empty()) return segments;
  starts.push_back(frames);
  std::uint64_t first = 0;
  for (const std::uint64_t end : starts) {
    segments.push_back({first, end - first});
    first = end;
  }
  return segments;
}

Result<BrainVisionMarkers> markersOf(const BrainVisionHeader& header, std::uint64_t frames, const std::string& path,
                                     const OpenNamed& open) {
  if (header.markers.empty()) return BrainVisionMarkers{};
  auto file = open(header.markers);
  if (!file && file.error().code == Errc::notFound) {
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "{0} describes a recording whose markers, and the gaps among them, are in {1}, which is "
                          "missing. Put it beside {0}, or take the line MarkerFile out of that."),
                {path, utf8From(header.markers)}, {path});
  }
  if (!file) return fail(std::move(file.error()));
  MASU_TRY(const std::string text, io::readText(*file, kMostText));
  return readBrainVisionMarkers(text, file->path().string(), header.rate, frames);
}

}  // namespace

bool isBrainVision(std::span<const std::byte> head) {
  return brainVisionKind({reinterpret_cast<const char*>(head.data()), head.size()}) == BrainVisionKind::header;
}

Result<std::unique_ptr<RecordingSource>> openBrainVision(const io::File& file, const RecordingRequest& request,
                                                         const OpenNamed& open) {
  const std::string path = file.path().string();
  MASU_TRY(const std::string text, io::readText(file, kMostText));
  MASU_TRY(const BrainVisionHeader header, readBrainVisionHeader(text, path));
  MASU_TRY(io::File data, openNamedFile(open, header.data, path));
  MASU_TRY(const std::uint64_t bytes, data.size());
  MASU_TRY(const std::uint64_t frames, framesIn(header, bytes, path));
  MASU_TRY(BrainVisionMarkers markers, markersOf(header, frames, path, open));
  MASU_TRY(const std::vector<std::size_t> places, placesOf(header, request.channels, path));

  RecordingInfo info;
  std::vector<double> resolutions;
  for (const std::size_t place : places) {
    info.channels.push_back(header.channels[place].label);
    info.units.push_back(header.channels[place].unit);
    resolutions.push_back(header.channels[place].resolution);
  }
  info.rate = header.rate;
  info.native = storedTypeOf(header.type);
  info.annotations = std::move(markers.annotations);
  MASU_TRY(info.segments, segmentsOf(header, std::move(markers.starts), frames, path));
  using enum ArrayAxis;
  const std::uint64_t channels = header.channels.size();
  ArrayAxes axes{{frames, channels}, {frame, channel}};
  if (header.vectorized) axes = {{channels, frames}, {channel, frame}};
  const auto array = std::make_shared<LinearArray>(
      std::make_shared<io::File>(std::move(data)),
      LinearLayout{axes.shape, header.type, header.bigEndian, false, header.offset}, path);
  auto stored = recordingOf(std::move(info), partsOf(array, axes, places), path);
  if (std::ranges::all_of(resolutions, [](double resolution) { return resolution == 1; })) return stored;
  return std::make_unique<ScaledRecording>(std::move(stored), std::move(resolutions));
}

}  // namespace masu::waveform
