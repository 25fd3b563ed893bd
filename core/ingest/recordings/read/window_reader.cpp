// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/window_reader.h"

#include <algorithm>
#include <type_traits>

#include "core/ingest/recordings/read/recording_cache.h"

namespace masu::ingest {

using table::DType;

std::string_view reasonOf(Errc code) {
  switch (code) {
    case Errc::damaged:
      return MASU_TEXT("core", "damaged");
    case Errc::format:
      return MASU_TEXT("core", "not a recording");
    case Errc::noSamples:
      return MASU_TEXT("core", "no frames");
    case Errc::notFound:
      return MASU_TEXT("core", "missing");
    default:
      return MASU_TEXT("core", "not readable");
  }
}

std::vector<std::size_t> channelPlaces(const ImportPlan& plan, const waveform::RecordingInfo& info) {
  std::vector<std::size_t> places;
  for (const std::string& name : plan.recordings().channelNames) {
    const auto found = std::ranges::find(info.channels, name);
    if (found != info.channels.end()) places.push_back(static_cast<std::size_t>(found - info.channels.begin()));
  }
  return places;
}

namespace {

/// What brings samples of a recording to the scale of the plan. Requires: the plan is rescaled.
double factorOf(const ImportPlan& plan, const waveform::RecordingInfo& info) {
  return plan.recordings().scale->full / info.fullScale;
}

}  // namespace

double plannedValue(const ImportPlan& plan, const waveform::RecordingInfo& info, double sample) {
  return plan.recordings().rescaled ? (sample - info.silence) * factorOf(plan, info) : sample;
}

Result<void> WindowReader::open(std::uint64_t recording) {
  if (m_source && m_recording == recording) return {};
  const RecordingPlan& planned = m_plan.recordings().files[recording];
  m_source.reset();
  m_recording = recording;
  m_floats.count = m_doubles.count = 0;
  MASU_TRY(m_source, openPlanned(m_opener, m_plan, recording, m_before.cache));
  const auto& info = m_source->info();
  m_channels = channelPlaces(m_plan, info);
  if (info.frames != planned.frames || info.rate != planned.rate ||
      m_channels.size() != m_plan.recordings().channelNames.size()) {
    m_source.reset();
    const std::filesystem::path path = m_plan.root / planned.path;
    return fail(Errc::damaged, MASU_TEXT("core", "{0} changed since it was inspected. Inspect it again."),
                {path.string()}, {path.string()});
  }
  m_exact = info.native == DType::i32 || info.native == DType::u32 || info.native == DType::f64;
  return {};
}

template <class T>
Result<void> WindowReader::fetch(Frames<T>& frames, const waveform::Window& window) {
  const std::size_t width = m_source->info().channels.size();
  frames.values.resize(std::max<std::size_t>(frames.values.size(), window.present * width));
  std::uint64_t kept = 0;
  if (frames.count > 0 && window.start >= frames.start && window.start < frames.start + frames.count) {
    kept = std::min(frames.start + frames.count - window.start, window.present);
    const auto from = frames.values.begin() + static_cast<std::ptrdiff_t>((window.start - frames.start) * width);
    std::copy(from, from + static_cast<std::ptrdiff_t>(kept * width), frames.values.begin());
  }
  frames.count = 0;
  if (kept < window.present) {
    const std::span<T> rest = std::span(frames.values).subspan(kept * width, (window.present - kept) * width);
    if constexpr (std::is_same_v<T, float>) {
      MASU_CHECK(m_source->read(window.start + kept, rest));
    } else {
      MASU_CHECK(m_source->readExact(window.start + kept, rest));
    }
  }
  frames.start = window.start;
  frames.count = window.present;
  return {};
}

ChannelShape WindowReader::shapeOf(std::uint64_t present, std::size_t rowBytes) const {
  const auto& info = m_source->info();
  ChannelShape shape;
  shape.stride = info.channels.size();
  shape.present = present;
  shape.length = rowBytes / table::sizeOf(m_plan.dtype);
  if (m_plan.recordings().rescaled) {
    shape.silence = info.silence;
    shape.scale = factorOf(m_plan, info);
  } else {
    shape.padding = info.silence;
  }
  return shape;
}

bool WindowReader::storeAsIs(const waveform::Window& window, std::span<std::byte> out,
                             std::span<ChannelTally> tallies) const {
  const std::span<const std::byte> memory = m_source->inMemory();
  const std::size_t rowBytes = out.size() / m_channels.size();
  ChannelShape shape = shapeOf(window.present, rowBytes);
  const std::size_t width = table::sizeOf(m_source->info().native);
  if (memory.size() < (window.start + window.present) * shape.stride * width) return false;
  for (std::size_t c = 0; c < m_channels.size(); ++c) {
    shape.steps = m_plan.columns[c].steps;
    if (!storesAsIs(m_source->info().native, shape, m_plan.dtype)) return false;
  }
  for (std::size_t c = 0; c < m_channels.size(); ++c) {
    const std::byte* first = memory.data() + (window.start * shape.stride + m_channels[c]) * width;
    tallies[c].merge(ingest::storeAsIs(first, shape, m_plan.dtype, out.subspan(c * rowBytes, rowBytes)));
  }
  return true;
}

template <class T>
void WindowReader::store(const Frames<T>& frames, std::span<std::byte> out, std::span<ChannelTally> tallies) const {
  const std::size_t rowBytes = out.size() / m_channels.size();
  ChannelShape shape = shapeOf(frames.count, rowBytes);
  for (std::size_t c = 0; c < m_channels.size(); ++c) {
    const T* first = frames.values.data() + m_channels[c];
    shape.steps = m_plan.columns[c].steps;
    tallies[c].merge(storeChannel(first, shape, m_plan.dtype, out.subspan(c * rowBytes, rowBytes)));
  }
}

/// False where the recording is to be read.
bool WindowReader::takeRead(const waveform::Window& window, std::span<std::byte> out,
                            std::span<ChannelTally> tallies) {
  if (m_before.ranges == nullptr) return false;
  const auto state = m_states.of(window.recording);
  return state && m_before.ranges->take({window, *state, m_plan.dtype}, m_before.stop, {out, tallies});
}

Result<void> WindowReader::read(const waveform::Window& window, std::span<std::byte> out,
                                std::span<ChannelTally> tallies) {
  if (takeRead(window, out, tallies)) return {};
  MASU_CHECK(open(window.recording));
  if (storeAsIs(window, out, tallies)) return {};
  if (m_exact) {
    MASU_CHECK(fetch(m_doubles, window));
    store(m_doubles, out, tallies);
  } else {
    MASU_CHECK(fetch(m_floats, window));
    store(m_floats, out, tallies);
  }
  return {};
}

}  // namespace masu::ingest
