// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scratch_writer.h"

#include <span>

namespace masu::io {

namespace {

constexpr std::size_t kWrittenAtOnce = std::size_t{256} << 10;

}  // namespace

Result<ScratchWriter> ScratchWriter::open(const std::filesystem::path& source) {
  MASU_TRY(File file, File::createUnnamed(scratchFolder()));
  return ScratchWriter(source, std::move(file));
}

Result<void> ScratchWriter::append(std::string_view bytes) {
  m_buffer += bytes;
  return m_buffer.size() < kWrittenAtOnce ? Result<void>() : flush();
}

Result<void> ScratchWriter::flush() {
  MASU_CHECK(m_room.checkMore(m_written, m_buffer.size()));
  MASU_CHECK(m_room.named(m_file.writeAt(m_written, std::as_bytes(std::span(m_buffer)))));
  m_written += m_buffer.size();
  m_buffer.clear();
  return {};
}

Result<MappedFile> ScratchWriter::finish() {
  MASU_CHECK(flush());
  return MappedFile::open(m_file.openPath());
}

}  // namespace masu::io
