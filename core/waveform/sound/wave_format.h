// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace masu::waveform {

/// The tag of a format chunk whose extension has the real one.
inline constexpr std::uint64_t kExtensibleWave = 0xFFFE;

/// How samples are stored, as the format chunk of a WAV or W64 file says.
struct WaveFormat {
  std::uint64_t tag = 0;  ///< 1 integers, 3 floats, 6 A-law, 7 mu-law …; the sub-format's where the chunk is extensible
  std::uint64_t channels = 0;
  std::uint64_t frameBytes = 0;  ///< of a sample of each channel ("block align")
  std::uint64_t bits = 0;
  std::uint64_t validBits = 0;  ///< of an extensible chunk; 0 where it has none
  bool bigEndian = false;
};

/// The bits of a sample that mean something.
std::uint64_t bitsOf(const WaveFormat& format);

/// libsndfile takes the size of a sample from its bits alone and ignores the size of a frame. The bytes of a sample
/// where a frame has room for more than its bits need, such as 24 bits in 4 bytes; 0 where both agree, where the format
/// has no frames, and where the size of a frame was left open.
/// Errors: fields that contradict each other. `path` is what the message names.
Result<unsigned> containerBytes(const WaveFormat& format, const std::string& path);

}  // namespace masu::waveform
