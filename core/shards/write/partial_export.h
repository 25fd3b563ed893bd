// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/shards/content/shard_options.h"
#include "core/shards/write/partial_place.h"
#include "core/shards/write/shard_journal.h"

namespace masu::shards {

/// What an export keeps of one that was stopped: nothing; the shards whose files still have their hashes; or, by their
/// sizes, all of those that workers have just written, without which it does not begin.
enum class Keep { nothing, intact, all };

/// `OUT/export.partial/`: where an export grows until it is complete. A journal in it names the shards that are whole,
/// so that a stopped, failed or killed export can be continued; what it does not name is discarded. A locked file
/// distinguishes a live export from an abandoned one. At the end the files move to OUT: where nothing else is there,
/// all at once, by one rename of their folder; into a folder that holds other files, one by one and the index last, so
/// that an OUT without index is not complete. Threads: note() from any; the rest belongs to the owner. Lifetime:
/// destruction keeps whole shards and nothing else.
class PartialExport {
 public:
  /// Keeps what an export with the same `key` had finished, as far as `keep` says; else starts over. The shards are
  /// packed into `bundle` in their order, unless that is empty.
  /// Errors: the place is read-only, full, or not a folder; another export is at work; what is there was another
  /// export, or one in parts; notFound, where all are to be kept and none is there.
  static Result<PartialExport> create(const std::filesystem::path& out, const std::string& key, Keep keep,
                                      const std::string& bundle = {});

  /// How many shards an export with that key, at work or stopped, has left whole in a folder.
  static std::size_t finishedIn(const std::filesystem::path& out, const std::string& key, const std::string& bundle);

  PartialExport(PartialExport&&) noexcept = default;
  PartialExport& operator=(PartialExport&&) = delete;
  ~PartialExport();

  /// Where files grow, under the paths that they will have below OUT.
  const std::filesystem::path& folder() const { return m_place.files; }
  /// Shards that were finished before, by their number.
  const NumberedShards& finished() const { return m_finished; }

  /// Of a shard that is written; see ShardJournal.
  Result<void> note(std::size_t number, const ShardInfo& shard) { return m_journal->note(number, shard); }
  /// Waits until the disk has every shard noted. Nothing is noted afterwards.
  Result<void> settle() { return m_journal->settle(); }

  /// Moves the files at `paths` (below the folder) to the same paths below the output folder; one by one in that order
  /// where it holds something, replacing what is there. `outdated` files below it are removed first, with the folders
  /// that they leave empty.
  Result<void> publish(const std::vector<std::string>& paths, const std::vector<std::string>& outdated);

 private:
  PartialExport(std::filesystem::path out, std::filesystem::path made, std::string bundle);
  Result<void> claimFor(Keep keep);
  Result<void> claim();
  Result<void> resumeFrom(const std::string& key, Keep keep);
  std::optional<NumberedShards> wholeShards(const std::string& key) const;
  bool isWhole(const ShardInfo& shard) const;
  bool isIntact(const ShardInfo& shard) const;
  void keepPacked(NumberedShards& listed) const;
  void discardUnfinished();
  void discardBut(const std::set<std::filesystem::path>& kept) const;
  void forget();
  Result<void> syncNames(const std::vector<std::string>& paths) const;
  bool mayMoveWhole() const;
  Result<bool> moveWhole();
  Result<void> moveEach(const std::vector<std::string>& paths, const std::vector<std::string>& outdated);

  PartialPlace m_place;
  std::string m_bundle;
  std::filesystem::path m_made;  ///< the topmost folder that was not there before; empty when all were
  io::File m_lock;
  NumberedShards m_finished;
  bool m_moves = false;  ///< some files may have their final names, of which the index proves whose they are
  std::unique_ptr<ShardJournal> m_journal;  ///< null before it has begun, and once everything is published
};

}  // namespace masu::shards
