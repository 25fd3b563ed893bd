// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <sndfile.h>

#include "core/waveform/sound/sound_input.h"

namespace masu::waveform {

/// Frames of an open sound from any place on; the same frames whatever was read before.
///
/// libsndfile 1.2 does not promise that: after a seek, Vorbis continues at a wrong place, the decoders of MPEG and Opus
/// start without the packets that went before, and GSM, G.72x and DWVW refuse to seek. So it seeks only where a block
/// of the file says all about its frames. Other sounds are decoded from the front, which takes the time of all that is
/// before the place, unless reading continues where it ended.
///
/// Threads: one at a time. Invariant: the handle's next frame is m_position, or m_position is kNowhere.
class SoundReader {
 public:
  SoundReader(std::unique_ptr<SoundInput> input, SoundHandle sound, const SF_INFO& info);

  const io::File& file() const { return m_input->file(); }
  /// From now on whole numbers come as the file holds them, not as shares of the full scale.
  void keepIntegers();
  /// Interleaved samples of frames [first, first + out.size() / channels). False where the sound ends before, or is
  /// damaged: then position() is the frame that could not be read.
  bool read(std::uint64_t first, std::span<float> out);
  bool read(std::uint64_t first, std::span<double> out);
  bool read(std::uint64_t first, std::span<short> out);
  /// The frame after the last that was read.
  std::uint64_t position() const { return m_reached; }
  /// Whether the decoder finds the last frame that the header promises. It takes a seek, so that a long sound is not
  /// decoded for it; what follows is read as if it had not been.
  bool hasLastFrame();

 private:
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  template <class T>
  bool readAs(std::uint64_t first, std::span<T> out, sf_count_t (*reader)(SNDFILE*, T*, sf_count_t));
  bool moveTo(std::uint64_t frame);
  bool reopen();

  std::unique_ptr<SoundInput> m_input;
  SoundHandle m_sound;
  SF_INFO m_info;
  bool m_seeks;
  bool m_integers = false;
  std::uint64_t m_position = 0;
  std::uint64_t m_reached = 0;
  std::vector<float> m_skipped;
};

}  // namespace masu::waveform
