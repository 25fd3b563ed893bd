#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::shards {

/// A file that grows in large writes. Small pieces are gathered in text(), large ones go past it.
/// Threads: one at a time.
class GrowingFile {
 public:
  static Result<GrowingFile> create(const std::filesystem::path& path);

  /// What to append to; see flushLarge().
  std::string& text() { return m_text; }
  /// Written so far, with what text() holds.
  std::uint64_t bytes() const { return m_position + m_text.size(); }

  /// Writes text() once it is worth a call.
  Result<void> flushLarge();
  Result<void> append(std::span<const std::byte> bytes);
  /// Replaces what was written at the front.
  Result<void> rewriteHead(std::string_view head);
  /// Writes what is left and syncs.
  Result<void> finish();

 private:
  explicit GrowingFile(io::File file) : m_file(std::move(file)) {}
  Result<void> flush();

  io::File m_file;
  std::string m_text;
  std::uint64_t m_position = 0;
};

/// SHA-256 of a finished file, in lower-case hexadecimal.
Result<std::string> sha256Of(const std::filesystem::path& path);

}  // namespace masu::shards
