// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/waveform/recording/recording_source.h"

namespace masu::waveform::test {

/// A recording whose values say where they come from: frame i of the channel c is 1000 × `number` + 100 × c + i / 64.
class NumberedRecording final : public RecordingSource {
 public:
  NumberedRecording(int number, std::uint64_t frames, double rate, std::vector<std::string> channels,
                    std::vector<std::string> units = {})
      : m_number(number) {
    m_info.frames = frames;
    m_info.rate = rate;
    m_info.channels = std::move(channels);
    m_info.units = std::move(units);
  }

  static double valueAt(int number, std::size_t channel, std::uint64_t frame) {
    return 1000. * number + 100. * static_cast<double>(channel) + static_cast<double>(frame) / 64;
  }

  const RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return readAs(first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override { return readAs(first, out); }

 private:
  template <class T>
  Result<void> readAs(std::uint64_t first, std::span<T> out) const {
    const std::size_t width = m_info.channels.size();
    if (first + out.size() / width > m_info.frames) return fail(Errc::damaged, "read after the end");
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = static_cast<T>(valueAt(m_number, i % width, first + i / width));
    return {};
  }

  int m_number;
  RecordingInfo m_info;
};

}  // namespace masu::waveform::test
