#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/shards/block_writer.h"
#include "core/shards/sha256.h"
#include "core/shards/shard_options.h"

namespace masu::shards {

/// A file that grows from front to back in large writes and is hashed on the way; what goes through the page cache is
/// on its way into a bundle and gets a CRC-32, too. Small pieces are gathered in text(), large ones go past it.
/// Threads: one at a time.
class GrowingFile {
 public:
  /// `path` is below `folder`.
  static Result<GrowingFile> create(const std::filesystem::path& folder, std::string path,
                                    PageCache cache = PageCache::past);
  /// Goes on behind the first `bytes` of a file that is there. Errors: it is shorter.
  static Result<GrowingFile> resume(const std::filesystem::path& folder, std::string path, std::uint64_t bytes);

  /// What to append to; see flushLarge().
  std::string& text() { return m_text; }
  /// Written so far, with what text() holds.
  std::uint64_t bytes() const { return m_position + m_text.size(); }

  /// Writes text() once it is worth a call.
  Result<void> flushLarge();
  Result<void> append(std::span<const std::byte> bytes);
  /// Writes what is left; nothing is synced. Nothing else may be called afterwards.
  Result<ShardFile> finish();

 private:
  GrowingFile(std::string path, std::unique_ptr<BlockWriter> file, Sha256 hash, bool bundled)
      : m_path(std::move(path)), m_file(std::move(file)), m_hash(std::move(hash)), m_bundled(bundled) {}
  Result<void> write(std::span<const std::byte> bytes);
  Result<void> flush();

  std::string m_path;
  std::unique_ptr<BlockWriter> m_file;
  Sha256 m_hash;
  bool m_bundled;  ///< goes into a ZIP file, which wants a CRC-32
  std::uint32_t m_crc32 = 0;
  std::string m_text;
  std::uint64_t m_position = 0;
};

/// Of a finished file that something else wrote, by reading it. `path` is below `folder`.
Result<ShardFile> describeFile(const std::filesystem::path& folder, const std::string& path);

/// Puts finished files on the disk: all begin before the first is waited for.
Result<void> syncFiles(const std::filesystem::path& folder, std::span<const ShardFile> files);

}  // namespace masu::shards
