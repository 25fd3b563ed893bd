// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/io/mapped_file.h"
#include "core/io/scratch_folder.h"

namespace masu::io {

/// A file without a name in the scratch folder, written from front to back: what a source is turned into while it is
/// read. Memory: a buffer. Threads: one at a time.
class ScratchWriter {
 public:
  /// `source`: its name in messages.
  static Result<ScratchWriter> open(const std::filesystem::path& source);

  /// Errors: the folder is full, or nearly so (see ScratchRoom).
  Result<void> append(std::string_view bytes);
  std::uint64_t size() const { return m_written + m_buffer.size(); }
  /// All that was written; the disk space is given back with it. Requires: nothing is appended afterwards.
  Result<MappedFile> finish();

 private:
  ScratchWriter(const std::filesystem::path& source, File file) : m_room(source), m_file(std::move(file)) {}
  Result<void> flush();

  ScratchRoom m_room;
  File m_file;
  std::string m_buffer;
  std::uint64_t m_written = 0;
};

}  // namespace masu::io
