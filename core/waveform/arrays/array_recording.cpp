// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/array_recording.h"

#include <algorithm>

namespace masu::waveform {
namespace {

/// Reads the frames of one array as boxes of it: a range of frames may begin inside of a sample or of a row of one.
class PartReader {
 public:
  /// `total`: the channels of the recording, whose frames are interleaved in what is read.
  PartReader(ArrayPart part, std::size_t total) : m_part(std::move(part)), m_total(total) {
    const ArrayAxes& axes = m_part.axes;
    m_slab.resize(axes.shape.size());
    for (std::size_t i = 0; i < axes.shape.size(); ++i) {
      if (axes.axes[i] == ArrayAxis::channel) {
        m_slab[i] = {m_part.firstChannel, m_part.channels, 1};
      } else {
        m_time.push_back(i);
      }
    }
    m_inner.assign(m_time.size(), 1);
    for (std::size_t k = m_time.size(); k-- > 1;) m_inner[k - 1] = m_inner[k] * axes.shape[m_time[k]];
  }

  std::size_t channels() const { return m_part.channels; }

  Result<void> read(std::uint64_t first, std::uint64_t frames, std::span<double> out) {
    if (m_time.empty()) return m_part.array->read(m_slab, out);
    return readFrom(0, first, frames, out);
  }

 private:
  /// The steps [first, first + count) of the time that the axes from the k-th of m_time on count.
  Result<void> readFrom(std::size_t k, std::uint64_t first, std::uint64_t count, std::span<double> out) {
    const std::uint64_t inner = m_inner[k];
    const auto skip = [&](std::uint64_t frames) {
      first += frames;
      count -= frames;
      if (count > 0) out = out.subspan(frames * m_total);
    };
    const auto readInside = [&](std::uint64_t frames) -> Result<void> {
      m_slab[m_time[k]] = {first / inner, 1, 0};
      MASU_CHECK(readFrom(k + 1, first % inner, frames, out));
      skip(frames);
      return {};
    };
    if (first % inner != 0) MASU_CHECK(readInside(std::min(count, inner - first % inner)));
    if (const std::uint64_t whole = count / inner; whole > 0) {
      m_slab[m_time[k]] = {first / inner, whole, inner * m_total};
      for (std::size_t i = k + 1; i < m_time.size(); ++i) {
        m_slab[m_time[i]] = {0, m_part.axes.shape[m_time[i]], m_inner[i] * m_total};
      }
      MASU_CHECK(m_part.array->read(m_slab, out));
      skip(whole * inner);
    }
    if (count > 0) MASU_CHECK(readInside(count));
    return {};
  }

  ArrayPart m_part;
  std::size_t m_total;
  Slab m_slab;
  std::vector<std::size_t> m_time;     ///< the axes of samples and frames
  std::vector<std::uint64_t> m_inner;  ///< beside it, the frames that a step of the axis stands for
};

class ArrayRecording final : public RecordingSource {
 public:
  ArrayRecording(RecordingInfo info, std::vector<ArrayPart> parts, std::string path)
      : m_info(std::move(info)), m_path(std::move(path)) {
    m_info.frames = parts.front().axes.frames();
    m_info.sampleShape = parts.front().axes.sampleShape(m_info.channels.size());
    for (ArrayPart& part : parts) m_parts.emplace_back(std::move(part), m_info.channels.size());
  }

  const RecordingInfo& info() const override { return m_info; }

  Result<void> read(std::uint64_t first, std::span<float> out) override {
    const std::size_t channels = m_info.channels.size();
    const std::size_t block = std::max<std::size_t>(1, kBlockValues / channels) * channels;
    m_block.resize(std::min(block, out.size()));
    for (std::size_t at = 0; at < out.size(); at += block) {
      const auto values = std::span(m_block).first(std::min(block, out.size() - at));
      MASU_CHECK(readExact(first + at / channels, values));
      std::transform(values.begin(), values.end(), out.begin() + static_cast<std::ptrdiff_t>(at),
                     [](double value) { return static_cast<float>(value); });
    }
    return {};
  }

  Result<void> readExact(std::uint64_t first, std::span<double> out) override {
    const std::uint64_t frames = out.size() / m_info.channels.size();
    if (first > m_info.frames || frames > m_info.frames - first) {
      return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} has {1} frames; it cannot be read up to frame {2}."),
                  {m_path, std::to_string(m_info.frames), std::to_string(first + frames)}, {m_path});
    }
    if (frames == 0) return {};
    for (PartReader& part : m_parts) {
      MASU_CHECK(part.read(first, frames, out));
      if (out.size() > part.channels()) out = out.subspan(part.channels());
    }
    return {};
  }

 private:
  static constexpr std::size_t kBlockValues = 64U << 10U;

  RecordingInfo m_info;
  std::string m_path;
  std::vector<PartReader> m_parts;
  std::vector<double> m_block;
};

}  // namespace

std::unique_ptr<RecordingSource> recordingOf(RecordingInfo info, std::vector<ArrayPart> parts, std::string path) {
  return std::make_unique<ArrayRecording>(std::move(info), std::move(parts), std::move(path));
}

}  // namespace masu::waveform
