// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/wav_writer.h"

#include <cerrno>

#include "core/waveform/sound/sound_input.h"

namespace masu::waveform {

Result<void> writeWav(const std::filesystem::path& path, std::span<const std::int16_t> samples, int channels,
                      int rate) {
  SF_INFO info{};
  info.samplerate = rate;
  info.channels = channels;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  errno = 0;
  SoundHandle file(sf_open(path.c_str(), SFM_WRITE, &info));
  if (!file) return fail(Error::fromErrno(errno != 0 ? errno : EIO, path.string()));
  const auto count = static_cast<sf_count_t>(samples.size());
  if (sf_write_short(file.get(), samples.data(), count) != count) {
    return fail(Error::fromErrno(errno != 0 ? errno : EIO, path.string()));
  }
  // The header is completed on closing, which can fail on a full disk too.
  if (sf_close(file.release()) != 0) return fail(Error::fromErrno(errno != 0 ? errno : EIO, path.string()));
  return {};
}

}  // namespace masu::waveform
