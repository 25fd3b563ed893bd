// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <sndfile.h>

#include "core/io/file.h"

namespace masu::waveform {

struct CloseSound {
  void operator()(SNDFILE* file) const { sf_close(file); }
};
/// An open libsndfile handle; private to this folder's sources.
using SoundHandle = std::unique_ptr<SNDFILE, CloseSound>;

/// A file as libsndfile reads it, through a buffer: the library asks for a header in some fifty calls, each of which
/// would be one of the kernel. Threads: one at a time. Lifetime: outlives the handles it opened; does not move.
class SoundInput {
 public:
  explicit SoundInput(io::File file) : m_file(std::move(file)) {}
  SoundInput(const SoundInput&) = delete;
  SoundInput& operator=(const SoundInput&) = delete;

  const io::File& file() const { return m_file; }
  /// Null where it is not a sound. The library's reason stays unread: it keeps that in one place for all threads.
  SoundHandle open(SF_INFO& info);
  /// Ignores the header: samples as SF_FORMAT_RAW says in `info`, from `offset` on.
  /// Requires: no other handle is open.
  SoundHandle openRaw(SF_INFO& info, std::uint64_t offset);

 private:
  static sf_count_t length(void* self);
  static sf_count_t seek(sf_count_t offset, int whence, void* self);
  static sf_count_t read(void* out, sf_count_t count, void* self);
  static sf_count_t write(const void*, sf_count_t, void*) { return 0; }
  static sf_count_t tell(void* self);

  std::size_t take(std::span<std::byte> out);

  io::File m_file;
  std::uint64_t m_size = 0;
  std::uint64_t m_position = 0;
  std::vector<std::byte> m_buffer;
  std::uint64_t m_first = 0;  ///< place of the buffer in the file
  std::size_t m_held = 0;
};

}  // namespace masu::waveform
