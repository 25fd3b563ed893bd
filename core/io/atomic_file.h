// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "core/io/file.h"

namespace masu::io {

enum class Overwrite { no, yes };
enum class Sync { no, yes };

/// A file that appears under its final name only when complete: written without a name in the same folder, then synced
/// and linked. Nothing is left of it without commit(), even where the process is killed; a file system that knows only
/// files with names has it beside the target under a name that nobody had. Nothing else in the folder is touched.
class AtomicFile {
 public:
  /// Errors: the target exists and may not be overwritten, or is not a file (a folder, a pipe, a device); its folder is
  /// missing, read-only or full.
  static Result<AtomicFile> create(const std::filesystem::path& target, Overwrite overwrite);

  AtomicFile(AtomicFile&&) noexcept = default;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  ~AtomicFile();

  const std::filesystem::path& target() const { return m_target; }
  File& file() { return m_file; }

  /// Appends after what was appended before. Threads: one at a time.
  Result<void> append(std::span<const std::byte> bytes);
  Result<void> append(std::string_view text);

  Result<void> commit(Sync sync = Sync::yes);

 private:
  AtomicFile(std::filesystem::path target, Overwrite overwrite);
  Result<void> open();
  bool publish();
  void discard();

  std::filesystem::path m_target;
  std::filesystem::path m_partial;  ///< beside the target; empty while the file has no name
  File m_file;
  std::uint64_t m_position = 0;
  Overwrite m_overwrite = Overwrite::no;
};

/// Writes a whole small file atomically.
Result<void> writeText(const std::filesystem::path& target, std::string_view text, Overwrite overwrite);

}  // namespace masu::io
