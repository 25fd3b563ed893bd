// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/shards/content/shard_options.h"
#include "core/shards/write/block_writer.h"

namespace masu::shards {

class Bundle;

/// Where the files of a shard go.
struct FileRoom {
  HashThread* hashes = nullptr;  ///< null: whoever writes a file hashes it, too
  Bundle* bundle = nullptr;      ///< null: they are files of their own
};

/// A file that grows from front to back in large writes and is hashed on the way, by itself or as a member of a bundle.
/// Small pieces are gathered in text(), large ones go past it. Threads: one at a time. Lifetime: borrows what its room
/// names.
class GrowingFile {
 public:
  /// `path` is below `folder`, or in the bundle, where one file grows at a time.
  static Result<GrowingFile> create(const std::filesystem::path& folder, std::string path, const FileRoom& room = {});

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
  GrowingFile(std::string path, std::unique_ptr<BlockWriter> file, Bundle* bundle)
      : m_path(std::move(path)), m_file(std::move(file)), m_bundle(bundle) {}
  Result<void> write(std::span<const std::byte> bytes);
  Result<void> flush();

  std::string m_path;
  std::unique_ptr<BlockWriter> m_file;  ///< null in a bundle
  Bundle* m_bundle;
  std::uint32_t m_crc32 = 0;  ///< for the bundle
  std::string m_text;
  std::uint64_t m_position = 0;
};

/// Of a finished file that something else wrote, by reading it. `path` is below `folder`.
Result<ShardFile> describeFile(const std::filesystem::path& folder, const std::string& path);

/// Whether a file is there with the size that was reported of it, and with the hash, for which it is read.
bool hasItsSize(const std::filesystem::path& folder, const ShardFile& file);
bool hasItsHash(const std::filesystem::path& folder, const ShardFile& file);

/// Puts finished files on the disk: all begin before the first is waited for.
Result<void> syncFiles(const std::filesystem::path& folder, std::span<const ShardFile> files);

}  // namespace masu::shards
