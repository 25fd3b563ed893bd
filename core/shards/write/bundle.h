// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/shards/content/shard_options.h"
#include "core/shards/write/block_writer.h"
#include "core/shards/write/zip_layout.h"
#include "core/store/read/dataset.h"

namespace masu::shards {

/// A ZIP bundle holds what an export to a folder would, with lists of the splits and the recipe beside it.
inline constexpr const char* kRecipeName = "recipe.json";
inline constexpr const char* kManifestsFolder = "manifests";

/// The format of the shards inside: csv for tables, npy for recordings and images.
Format bundledFormat(const store::Dataset& dataset);

/// A ZIP file that is written from front to back, member after member. They are not compressed, so that a shard in it
/// can be read in place. A member's head is written again once its size and CRC-32 are known, so that whoever reads
/// from the front needs nothing from the directory at the end.
/// Threads: one at a time. Lifetime: borrows the thread that hashes.
class Bundle {
 public:
  /// Creates `path` below `folder`, or continues after the files that were `packed` into it, in this order.
  static Result<Bundle> create(const std::filesystem::path& folder, const std::string& path,
                               std::span<const ShardFile> packed, HashThread* hashes = nullptr);
  /// The space of a file in it, without its entry in the directory.
  static std::uint64_t bytesOf(const ShardFile& file);

  /// One member at a time; what is reported of it at its end gets its hash. GrowingFile writes members by way of these.
  Result<void> beginMember(const std::string& path);
  Result<void> append(std::span<const std::byte> bytes) { return m_file->append(bytes); }
  Result<ShardFile> endMember(ShardFile member);

  /// Moves a finished file below the folder into the bundle.
  Result<void> add(const ShardFile& file);
  /// Writes the directory; nothing is synced. What it returns has no hash: its members have. Nothing else may be called
  /// afterwards.
  Result<ShardFile> finish();

 private:
  Bundle(std::filesystem::path folder, std::string path, std::unique_ptr<BlockWriter> file,
         std::vector<ZipMember> members)
      : m_folder(std::move(folder)), m_path(std::move(path)), m_file(std::move(file)), m_members(std::move(members)) {}

  std::filesystem::path m_folder;
  std::string m_path;
  std::unique_ptr<BlockWriter> m_file;
  std::vector<ZipMember> m_members;
};

}  // namespace masu::shards
