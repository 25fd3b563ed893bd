// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/sound_reader.h"

#include <algorithm>
#include <array>
#include <utility>

namespace masu::waveform {
namespace {

/// Of what is decoded to be passed over.
constexpr std::uint64_t kSkippedValues = std::uint64_t{1} << 14;

/// Frames of these are samples of a fixed size, or in blocks that do not depend on each other.
bool seeksExactly(int format) {
  constexpr std::array kFormats = {SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8,   SF_FORMAT_PCM_16,   SF_FORMAT_PCM_24,
                                   SF_FORMAT_PCM_32, SF_FORMAT_FLOAT,    SF_FORMAT_DOUBLE,   SF_FORMAT_ULAW,
                                   SF_FORMAT_ALAW,   SF_FORMAT_MS_ADPCM, SF_FORMAT_IMA_ADPCM};
  return std::ranges::find(kFormats, format & SF_FORMAT_SUBMASK) != kFormats.end();
}

}  // namespace

SoundReader::SoundReader(std::unique_ptr<SoundInput> input, SoundHandle sound, const SF_INFO& info)
    : m_input(std::move(input)), m_sound(std::move(sound)), m_info(info), m_seeks(seeksExactly(info.format)) {}

void SoundReader::keepIntegers() {
  m_integers = true;
  sf_command(m_sound.get(), SFC_SET_NORM_FLOAT, nullptr, SF_FALSE);
  sf_command(m_sound.get(), SFC_SET_NORM_DOUBLE, nullptr, SF_FALSE);
}

template <class T>
bool SoundReader::readAs(std::uint64_t first, std::span<T> out, sf_count_t (*reader)(SNDFILE*, T*, sf_count_t)) {
  if (!moveTo(first)) return false;
  const auto frames = static_cast<sf_count_t>(out.size() / static_cast<std::size_t>(m_info.channels));
  const sf_count_t count = reader(m_sound.get(), out.data(), frames);
  m_position = m_reached = first + static_cast<std::uint64_t>(std::max<sf_count_t>(count, 0));
  if (count == frames && sf_error(m_sound.get()) == SF_ERR_NO_ERROR) return true;
  m_position = kNowhere;
  return false;
}

bool SoundReader::read(std::uint64_t first, std::span<float> out) {
  return readAs(first, out, sf_readf_float);
}

bool SoundReader::read(std::uint64_t first, std::span<double> out) {
  return readAs(first, out, sf_readf_double);
}

bool SoundReader::read(std::uint64_t first, std::span<short> out) {
  return readAs(first, out, sf_readf_short);
}

bool SoundReader::moveTo(std::uint64_t frame) {
  if (frame == m_position) return true;
  m_reached = frame;
  if (m_seeks) {
    const bool found = sf_seek(m_sound.get(), static_cast<sf_count_t>(frame), SEEK_SET) >= 0;
    m_position = found ? frame : kNowhere;
    return found;
  }
  if (frame < m_position && !reopen()) return false;
  const auto channels = static_cast<std::uint64_t>(m_info.channels);
  const std::uint64_t most = std::max<std::uint64_t>(1, kSkippedValues / channels);
  while (m_position < frame) {
    m_skipped.resize(std::min(most, frame - m_position) * channels);
    if (!readAs(m_position, std::span(m_skipped), sf_readf_float)) return false;
  }
  return true;
}

bool SoundReader::reopen() {
  m_sound.reset();
  SF_INFO info{};
  m_sound = m_input->open(info);
  m_position = kNowhere;
  if (!m_sound || info.frames != m_info.frames || info.channels != m_info.channels) return false;
  if (m_integers) keepIntegers();
  m_position = 0;
  return true;
}

bool SoundReader::hasLastFrame() {
  std::vector<float> frame(static_cast<std::size_t>(m_info.channels));
  m_reached = static_cast<std::uint64_t>(m_info.frames) - 1;
  const bool found = sf_seek(m_sound.get(), m_info.frames - 1, SEEK_SET) >= 0 &&
                     sf_readf_float(m_sound.get(), frame.data(), 1) == 1 && sf_error(m_sound.get()) == SF_ERR_NO_ERROR;
  m_position = kNowhere;
  return found;
}

}  // namespace masu::waveform
