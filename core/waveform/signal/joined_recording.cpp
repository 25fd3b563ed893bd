// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/joined_recording.h"

#include <algorithm>
#include <cassert>

namespace masu::waveform {
namespace {

class JoinedRecording final : public RecordingSource {
 public:
  JoinedRecording(std::vector<std::unique_ptr<RecordingSource>> parts, std::vector<ChannelPlace> places)
      : m_parts(std::move(parts)), m_places(std::move(places)), m_info(m_parts.front()->info()) {
    m_info.channels.clear();
    m_info.units.clear();
    bool hasUnits = false;
    for (const ChannelPlace& place : m_places) {
      const RecordingInfo& part = m_parts[place.part]->info();
      assert(part.frames == m_info.frames && part.rate == m_info.rate && part.segments == m_info.segments);
      m_info.channels.push_back(part.channels[place.channel]);
      m_info.units.push_back(part.units.empty() ? std::string() : part.units[place.channel]);
      hasUnits = hasUnits || !part.units.empty();
    }
    if (!hasUnits) m_info.units.clear();
  }

  const RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override {
    return readAs(first, out, m_floats, &RecordingSource::read);
  }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override {
    return readAs(first, out, m_doubles, &RecordingSource::readExact);
  }

 private:
  template <class T>
  Result<void> readAs(std::uint64_t first, std::span<T> out, std::vector<T>& values,
                      Result<void> (RecordingSource::*reader)(std::uint64_t, std::span<T>)) {
    constexpr std::uint64_t kBlockFrames = 4096;
    const std::size_t width = m_places.size();
    while (!out.empty()) {
      const std::size_t frames = std::min<std::uint64_t>(kBlockFrames, out.size() / width);
      for (std::size_t part = 0; part < m_parts.size(); ++part) {
        const std::size_t partWidth = m_parts[part]->info().channels.size();
        values.resize(frames * partWidth);
        MASU_CHECK(((*m_parts[part]).*reader)(first, values));
        for (std::size_t channel = 0; channel < width; ++channel) {
          if (m_places[channel].part != part) continue;
          const T* from = values.data() + m_places[channel].channel;
          for (std::size_t i = 0; i < frames; ++i) out[i * width + channel] = from[i * partWidth];
        }
      }
      out = out.subspan(frames * width);
      first += frames;
    }
    return {};
  }

  std::vector<std::unique_ptr<RecordingSource>> m_parts;
  std::vector<ChannelPlace> m_places;
  RecordingInfo m_info;
  std::vector<float> m_floats;
  std::vector<double> m_doubles;
};

}  // namespace

std::unique_ptr<RecordingSource> joined(std::vector<std::unique_ptr<RecordingSource>> parts,
                                        std::vector<ChannelPlace> places) {
  return std::make_unique<JoinedRecording>(std::move(parts), std::move(places));
}

}  // namespace masu::waveform
