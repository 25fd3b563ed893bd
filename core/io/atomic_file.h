#pragma once

#include <filesystem>
#include <string_view>

#include "core/io/file.h"

namespace masu::io {

enum class Overwrite { no, yes };
enum class Sync { no, yes };

/// A file that appears under its final name only when complete: written beside it, then synced and renamed.
/// Destruction without commit() removes what was written.
class AtomicFile {
 public:
  /// Errors: the target exists and may not be overwritten; its folder is missing, read-only or full.
  static Result<AtomicFile> create(const std::filesystem::path& target, Overwrite overwrite);

  AtomicFile(AtomicFile&&) noexcept = default;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  ~AtomicFile();

  const std::filesystem::path& target() const { return m_target; }
  const std::filesystem::path& partialPath() const { return m_partial; }
  File& file() { return m_file; }

  /// Appends behind what was appended before. Threads: one at a time.
  Result<void> append(std::span<const std::byte> bytes);
  Result<void> append(std::string_view text);

  Result<void> commit(Sync sync = Sync::yes);

 private:
  AtomicFile(std::filesystem::path target, std::filesystem::path partial, File file, Overwrite overwrite);
  void discard();

  std::filesystem::path m_target;
  std::filesystem::path m_partial;
  File m_file;
  std::uint64_t m_position = 0;
  Overwrite m_overwrite = Overwrite::no;
};

/// Writes a whole small file atomically.
Result<void> writeText(const std::filesystem::path& target, std::string_view text, Overwrite overwrite);

}  // namespace masu::io
