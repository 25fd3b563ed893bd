#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/flow/turnstile.h"
#include "core/shards/shard_file.h"
#include "core/shards/shard_options.h"
#include "core/shards/zip_layout.h"
#include "core/store/dataset.h"

namespace masu::shards {

/// A ZIP bundle holds what an export to a folder would, with lists of the splits and the recipe beside it.
inline constexpr const char* kRecipeName = "recipe.json";
inline constexpr const char* kManifestsFolder = "manifests";

/// The format of the shards inside: csv for tables, npy for recordings and images.
Format bundledFormat(const store::Dataset& dataset);

/// How much of a file lies on the disk twice while it is packed.
inline constexpr std::uint64_t kPackingBytes = 4 << 20;

/// A ZIP file that grows by whole files, each of which it takes the place of. They are not compressed, so that a shard
/// in it can be read in place. Threads: one at a time.
class Bundle {
 public:
  /// Begins `path` below `folder` anew, or goes on behind the files that were `packed` into it, in this order.
  static Result<Bundle> create(const std::filesystem::path& folder, const std::string& path,
                               std::span<const ShardFile> packed);
  /// What a file takes up in it, but for its entry in the directory.
  static std::uint64_t bytesOf(const ShardFile& file);

  /// Moves a finished file below the folder into the bundle, whose space it gives back on the way.
  Result<void> add(const ShardFile& file, const std::stop_token& stop);
  /// Writes the directory; nothing is synced. Nothing else may be called afterwards.
  Result<ShardFile> finish();

 private:
  Bundle(std::filesystem::path folder, GrowingFile file, std::vector<ZipMember> members)
      : m_folder(std::move(folder)), m_file(std::move(file)), m_members(std::move(members)) {}

  std::filesystem::path m_folder;
  GrowingFile m_file;
  std::vector<ZipMember> m_members;
};

/// Lets several threads pack the shards they wrote into one bundle, in the order of the shards' numbers.
class PackingLine {
 public:
  explicit PackingLine(Bundle bundle) : m_bundle(std::move(bundle)) {}

  /// Waits for the turn of a shard and packs its files; `written` may be the failure to write them, which is returned
  /// in turn. What comes behind a failure is not packed. Every number from 0 on has to come, by increasing numbers
  /// on each thread. Errors: those of the shard; cancelled behind one that failed.
  Result<void> pack(std::size_t number, const Result<ShardInfo>& written, const std::stop_token& stop);
  /// For a shard that was packed before.
  Result<void> pass(std::size_t number, const std::stop_token& stop);

  /// Requires: all shards were packed.
  Bundle& bundle() { return m_bundle; }

 private:
  Result<void> packAll(const Result<ShardInfo>& written, const std::stop_token& stop);

  Bundle m_bundle;
  flow::Turnstile m_turns;
  bool m_broken = false;  ///< of whoever has the turn
};

}  // namespace masu::shards
