// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "core/io/file.h"

namespace masu::train {

/// A file that only grows, so that a resumed run can cut it back to what it was.
/// Threads: one at a time.
class AppendLog {
 public:
  /// Empties the file that is there.
  static Result<AppendLog> create(const std::filesystem::path& path);
  /// Continues after the first `bytes`, dropping what follows. Errors: the file is shorter than that.
  static Result<AppendLog> reopen(const std::filesystem::path& path, std::uint64_t bytes);

  Result<void> append(std::string_view text);
  std::uint64_t bytes() const { return m_bytes; }

 private:
  io::File m_file;
  std::uint64_t m_bytes = 0;
};

}  // namespace masu::train
