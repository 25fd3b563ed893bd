// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sndfile.h>

namespace masu::waveform::test {

/// Noise of 16 bits that is the same each time.
inline std::vector<short> noise(std::size_t samples) {
  std::vector<short> sound(samples);
  std::uint32_t state = 1;
  for (short& sample : sound) {
    state = state * 1664525U + 1013904223U;
    sample = static_cast<short>(static_cast<int>(state >> 17U) - 16384);
  }
  return sound;
}

/// Writes a sound at 8000 Hz by libsndfile. False where it does not write the format.
inline bool writeSound(const std::filesystem::path& path, int format, int channels, const std::vector<short>& sound) {
  SF_INFO info{};
  info.samplerate = 8000;
  info.channels = channels;
  info.format = format;
  if (!sf_format_check(&info)) return false;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  if (!file) return false;
  const auto count = static_cast<sf_count_t>(sound.size());
  const bool written = sf_write_short(file, sound.data(), count) == count;
  sf_close(file);
  return written;
}

}  // namespace masu::waveform::test
