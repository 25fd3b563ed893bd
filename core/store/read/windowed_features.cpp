// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/windowed_features.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/store/format/convert.h"
#include "core/store/format/layout.h"

namespace masu::store {

namespace {

/// Frames of several windows are read at once up to here.
constexpr std::uint64_t kMostTogether = std::uint64_t{4} << 20;

const StoredObject* objectOf(const DatasetContent& content, std::string_view name) {
  const auto found =
      std::ranges::find(content.objects, name, [](const StoredObject& object) { return object.info.name; });
  return found == content.objects.end() ? nullptr : &*found;
}

/// Channel after channel from interleaved frames, by the width of a value.
template <class Value>
void spread(const std::byte* frames, std::uint64_t count, std::uint64_t channels, std::uint64_t length,
            std::byte* out) {
  for (std::uint64_t channel = 0; channel < channels; ++channel) {
    const std::byte* from = frames + channel * sizeof(Value);
    std::byte* to = out + channel * length * sizeof(Value);
    for (std::uint64_t frame = 0; frame < count; ++frame)
      std::memcpy(to + frame * sizeof(Value), from + frame * channels * sizeof(Value), sizeof(Value));
  }
}

void spreadOf(std::uint64_t width, const std::byte* frames, std::uint64_t count, std::uint64_t channels,
              std::uint64_t length, std::byte* out) {
  if (channels == 1) {
    std::memcpy(out, frames, count * width);
  } else if (width == 1) {
    spread<std::uint8_t>(frames, count, channels, length, out);
  } else if (width == 2) {
    spread<std::uint16_t>(frames, count, channels, length, out);
  } else if (width == 4) {
    spread<std::uint32_t>(frames, count, channels, length, out);
  } else {
    spread<std::uint64_t>(frames, count, channels, length, out);
  }
}

/// The stored value of silence, a channel each: of codes, the nearest.
std::vector<std::byte> silenceOf(const DatasetMeta& meta, const ObjectInfo& recordings) {
  const auto channels = meta.schema.indicesOf(table::Role::feature);
  const bool codes = isAffine(recordings, meta.schema) && channels.size() == recordings.sampleShape.front();
  const std::size_t width = table::sizeOf(recordings.dtype);
  std::vector<std::byte> silence(recordings.sampleShape.front() * width);
  table::dispatch(recordings.dtype, [&](auto tag) {
    using Stored = decltype(tag);
    if constexpr (std::is_integral_v<Stored>) {
      for (std::size_t i = 0; i < recordings.sampleShape.front(); ++i) {
        auto value = static_cast<Stored>(meta.silence);
        if (codes) {
          const table::Column& column = meta.schema.columns[channels[i]];
          const double code = std::nearbyint((static_cast<double>(meta.silence) - column.offset) / column.scale);
          // The lowest code is a missing value.
          value = static_cast<Stored>(
              std::clamp(code, table::lowest(recordings.dtype) + 1, table::highest(recordings.dtype)));
        }
        std::memcpy(silence.data() + i * width, &value, width);
      }
    }
  });
  return silence;
}

}  // namespace

Result<std::optional<WindowedFeatures>> WindowedFeatures::of(const DatasetContent& content,
                                                             const std::filesystem::path& path) {
  constexpr std::uint64_t kLongestSample = std::uint64_t{1} << 32U;
  const StoredObject* recordings = objectOf(content, layout::kRecordings);
  const StoredObject* windows = objectOf(content, layout::kWindows);
  if (recordings == nullptr && windows == nullptr) return std::optional<WindowedFeatures>();
  const auto malformed = [&] {
    return fail(Errc::format,
                MASU_TEXT("core", "The object {0} of {1} is not as the dataset format says. Import again."),
                {layout::kRecordings, path.string()}, {path.string(), 0, 0});
  };
  if (recordings == nullptr || windows == nullptr || recordings->info.sampleShape.size() != 1) return malformed();
  WindowedFeatures cuts;
  cuts.m_path = path;
  cuts.m_recordings = recordings;
  cuts.m_windows = windows;
  cuts.m_starts.push_back(0);
  for (const SourceFile& source : content.meta.sources) {
    if (source.records > recordings->info.samples - cuts.m_starts.back()) return malformed();
    cuts.m_starts.push_back(cuts.m_starts.back() + source.records);
  }
  const std::uint64_t frameBytes = recordings->info.sampleBytes();
  const std::uint64_t window = content.meta.window;
  if (cuts.m_starts.back() != recordings->info.samples || window == 0 || window >= kLongestSample / frameBytes)
    return malformed();
  cuts.m_features = recordings->info;
  cuts.m_features.name = "features";
  cuts.m_features.sampleShape.push_back(window);
  cuts.m_features.samples = content.samples;
  cuts.m_features.compression = Compression::none;
  cuts.m_features.chunkSamples = std::min(chunkSamplesFor(cuts.m_features.sampleBytes()), content.samples);
  cuts.m_features.cut = true;
  cuts.m_silence = silenceOf(content.meta, recordings->info);
  return std::optional(std::move(cuts));
}

Result<void> WindowedFeatures::check(std::uint64_t first, std::span<const StoredWindow> windows) const {
  const std::uint64_t longest = m_features.sampleShape.back();
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const StoredWindow& window = windows[i];
    const bool known = window.recording + std::size_t{1} < m_starts.size() && window.length <= longest;
    const std::uint64_t frames = known ? m_starts[window.recording + 1] - m_starts[window.recording] : 0;
    if (known && window.start <= frames && window.length <= frames - window.start) continue;
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "{0} is damaged: the window of sample {1} leaves its recording. Copy it again, or "
                          "import again."),
                {m_path.string(), std::to_string(first + i)}, {m_path.string(), 0, 0});
  }
  return {};
}

void WindowedFeatures::fillSilent(std::span<std::byte> sample) const {
  const std::size_t width = table::sizeOf(m_features.dtype);
  const std::size_t run = m_features.sampleShape.back() * width;
  for (std::size_t at = 0; at < sample.size(); at += width)
    std::memcpy(sample.data() + at, m_silence.data() + at / run * width, width);
}

Result<void> WindowedFeatures::cut(std::uint64_t first, std::span<std::byte> out, const Read& read) const {
  const std::uint64_t sampleBytes = m_features.sampleBytes();
  const std::uint64_t frameBytes = m_recordings->info.sampleBytes();
  const std::uint64_t channels = m_features.sampleShape.front();
  const std::uint64_t length = m_features.sampleShape.back();
  const std::uint64_t width = table::sizeOf(m_features.dtype);
  std::vector<StoredWindow> windows(out.size() / sampleBytes);
  MASU_CHECK(read(*m_windows, first, std::as_writable_bytes(std::span(windows))));
  MASU_CHECK(check(first, windows));
  thread_local std::vector<std::byte> frames;
  for (std::size_t i = 0; i < windows.size();) {
    const std::uint64_t begin = placeOf(windows[i]);
    std::uint64_t end = begin + windows[i].length;
    std::size_t next = i + 1;
    for (; next < windows.size(); ++next) {
      const std::uint64_t place = placeOf(windows[next]);
      const std::uint64_t reach = std::max(end, place + windows[next].length);
      if (place < begin || place > end || (reach - begin) * frameBytes > kMostTogether) break;
      end = reach;
    }
    frames.resize((end - begin) * frameBytes);
    if (!frames.empty()) MASU_CHECK(read(*m_recordings, begin, frames));
    for (; i < next; ++i) {
      if (windows[i].length < length) fillSilent(out.subspan(i * sampleBytes, sampleBytes));
      if (windows[i].length == 0) continue;
      spreadOf(width, frames.data() + (placeOf(windows[i]) - begin) * frameBytes, windows[i].length, channels, length,
               out.data() + i * sampleBytes);
    }
  }
  return {};
}

}  // namespace masu::store
