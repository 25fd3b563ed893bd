// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/sound_input.h"

#include <algorithm>
#include <cstdio>

namespace masu::waveform {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

}  // namespace

SoundHandle SoundInput::open(SF_INFO& info) {
  const auto size = m_file.size();
  if (!size) return nullptr;
  m_size = *size;
  m_position = 0;
  SF_VIRTUAL_IO input{.get_filelen = length, .seek = seek, .read = read, .write = write, .tell = tell};
  return SoundHandle(sf_open_virtual(&input, SFM_READ, &info, this));
}

SoundHandle SoundInput::openRaw(SF_INFO& info, std::uint64_t offset) {
  SoundHandle sound = open(info);
  auto start = static_cast<sf_count_t>(offset);
  if (!sound) return sound;
  sf_command(sound.get(), SFC_SET_RAW_START_OFFSET, &start, sizeof start);
  sf_seek(sound.get(), 0, SEEK_SET);  // the command alone leaves the library where it was
  return sound;
}

sf_count_t SoundInput::length(void* self) {
  return static_cast<sf_count_t>(static_cast<SoundInput*>(self)->m_size);
}

sf_count_t SoundInput::seek(sf_count_t offset, int whence, void* self) {
  auto& input = *static_cast<SoundInput*>(self);
  const auto end = static_cast<sf_count_t>(input.m_size);
  const sf_count_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? static_cast<sf_count_t>(input.m_position) : end;
  // A damaged header may point anywhere; what is after the end reads as nothing.
  if (offset < -from || offset > end - from) return -1;
  input.m_position = static_cast<std::uint64_t>(from + offset);
  return from + offset;
}

sf_count_t SoundInput::tell(void* self) {
  return static_cast<sf_count_t>(static_cast<SoundInput*>(self)->m_position);
}

sf_count_t SoundInput::read(void* out, sf_count_t count, void* self) {
  if (count <= 0) return 0;
  const std::span bytes(static_cast<std::byte*>(out), static_cast<std::size_t>(count));
  return static_cast<sf_count_t>(static_cast<SoundInput*>(self)->take(bytes));
}

std::size_t SoundInput::take(std::span<std::byte> out) {
  std::size_t done = 0;
  const auto front = m_file.front();
  while (done < out.size() && m_position < m_size) {
    if (m_position < front.size()) {
      const std::size_t count = std::min(front.size() - static_cast<std::size_t>(m_position), out.size() - done);
      std::copy_n(front.begin() + static_cast<std::ptrdiff_t>(m_position), count,
                  out.begin() + static_cast<std::ptrdiff_t>(done));
      done += count;
      m_position += count;
      continue;
    }
    if (m_position < m_first || m_position >= m_first + m_held) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBufferBytes, m_size - m_position));
      m_buffer.resize(std::max(m_buffer.size(), count));
      m_first = m_position;
      m_held = 0;
      if (!m_file.readAt(m_first, std::span(m_buffer).first(count))) break;
      m_held = count;
    }
    const auto skipped = static_cast<std::size_t>(m_position - m_first);
    const std::size_t count = std::min(m_held - skipped, out.size() - done);
    std::copy_n(m_buffer.begin() + static_cast<std::ptrdiff_t>(skipped), count,
                out.begin() + static_cast<std::ptrdiff_t>(done));
    done += count;
    m_position += count;
  }
  return done;
}

}  // namespace masu::waveform
