#include "core/ingest/recording_reader.h"

#include <algorithm>
#include <type_traits>

#include "core/ingest/held_recordings.h"
#include "core/ingest/recording_channels.h"

namespace masu::ingest {

using table::DType;

std::string_view reasonOf(Errc code) {
  switch (code) {
    case Errc::damaged:
      return "damaged";
    case Errc::format:
      return "not a recording";
    case Errc::notFound:
      return "missing";
    default:
      return "not readable";
  }
}

Result<void> WindowReader::open(std::uint64_t recording) {
  if (m_source && m_recording == recording) return {};
  const RecordingPlan& planned = m_plan.recordingFiles[recording];
  m_source.reset();
  m_recording = recording;
  m_floats.count = m_doubles.count = 0;
  MASU_TRY(m_source, openPlanned(m_opener, m_plan, recording));
  const auto& info = m_source->info();
  m_channels = channelPlaces(m_plan, info);
  if (info.frames != planned.frames || info.rate != planned.rate || m_channels.size() != m_plan.channelNames.size()) {
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

template <class T>
void WindowReader::store(const Frames<T>& frames, std::span<std::byte> out, std::span<ChannelTally> tallies) const {
  const auto& info = m_source->info();
  ChannelShape shape;
  shape.stride = info.channels.size();
  shape.present = frames.count;
  if (m_plan.fullScale) {
    shape.silence = info.silence;
    shape.scale = 1 / info.fullScale;
  } else {
    shape.padding = info.silence;
  }
  const std::size_t rowBytes = out.size() / m_channels.size();
  shape.length = rowBytes / table::sizeOf(m_plan.dtype);
  for (std::size_t c = 0; c < m_channels.size(); ++c) {
    const T* first = frames.values.data() + m_channels[c];
    shape.steps = m_plan.columns[c].steps;
    tallies[c].merge(storeChannel(first, shape, m_plan.dtype, out.subspan(c * rowBytes, rowBytes)));
  }
}

Result<void> WindowReader::read(const waveform::Window& window, std::span<std::byte> out,
                                std::span<ChannelTally> tallies) {
  MASU_CHECK(open(window.recording));
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
