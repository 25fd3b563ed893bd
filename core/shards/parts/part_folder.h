// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/io/file_lock.h"
#include "core/shards/parts/part.h"
#include "core/shards/write/partial_place.h"
#include "core/shards/write/shard_journal.h"

namespace masu::shards {

/// What the workers of an export have to agree on.
struct PartTerms {
  std::string key;       ///< ExportPlan::key()
  std::string manifest;  ///< its name, which the index has
  std::string masu;      ///< version

  bool operator==(const PartTerms&) const = default;
};

/// `OUT/export.partial/` while workers write an export in parts: below files/ the shards; in parts/ the terms and the
/// number of parts (`plan.json`), and of each part what its worker measured (`2.statistics`) and a ShardJournal, which
/// is `2.journal` while the part is written and gets the name `2.shards` when all of its shards are whole. All workers
/// in the folder hold its lock together, so that no other export begins in it; who writes a part holds the lock of that
/// part.
/// Threads: one at a time. Lifetime: borrows the division. Destruction leaves the folder, and removes it where nobody
/// is in it and nothing in it is whole.
class PartFolder {
 public:
  PartFolder(const std::filesystem::path& out, PartTerms terms, const Division& division);
  PartFolder(const PartFolder&) = delete;
  PartFolder& operator=(const PartFolder&) = delete;
  ~PartFolder();

  /// Whether all parts were joined, and who did it did not publish them: nothing is left to write.
  bool isJoined() const;
  /// What a worker had written of a part, by its journal and the sizes of the files. May be called before enter().
  NumberedShards listed(std::uint64_t number) const;

  /// Makes the folder where it is not there, keeping what one export alone had written by the same terms. Errors:
  /// another export is at work; what is there has other terms or another number of parts; the disk is full.
  Result<void> enter();
  /// Takes a part, to write it. Requires: enter(). Errors: busy, where another worker has it.
  Result<void> take(std::uint64_t number);
  /// Those of listed() whose files have their hashes.
  NumberedShards intact(std::uint64_t number) const;
  /// Begins the journal of the part that was taken, with what is kept of it.
  Result<std::unique_ptr<ShardJournal>> begin(std::uint64_t number, const NumberedShards& kept);
  /// Records that a part is complete. Requires: its journal is settled and destroyed.
  Result<void> complete(std::uint64_t number);
  /// The shards of a part that was recorded as complete, and whose shards are there still; nothing of any other.
  std::optional<NumberedShards> completed(std::uint64_t number) const;
  /// The parts that are not complete, or whose shards are not there any more.
  std::vector<std::uint64_t> missing() const;

  /// Leaves the folder, and makes of it that of one export whose shards are all whole (see PartialExport), so that
  /// Keep::all publishes it; `check` may refuse before anything changes. False: another worker is at it, or did it.
  /// Requires: enter(), and nothing is missing().
  Result<bool> join(const std::function<Result<void>(const NumberedShards&)>& check);

  const std::filesystem::path& files() const { return m_place.files; }
  /// For what the worker of a part measures; see statistics_share.h.
  std::filesystem::path statisticsOf(std::uint64_t number) const;

 private:
  std::filesystem::path journalOf(std::uint64_t number) const;
  std::filesystem::path recordOf(std::uint64_t number) const;
  Result<void> makeFolder();
  Result<bool> tryEnter();
  Result<void> prepare() const;
  Result<void> adopt(const NumberedShards& shards) const;
  Error otherTerms() const;
  Result<void> checkPlan() const;
  bool isEmpty() const;
  Result<bool> joinAlone(const std::function<Result<void>(const NumberedShards&)>& check) const;
  void removeIfEmpty() const;

  PartialPlace m_place;
  PartTerms m_terms;
  const Division& m_division;
  std::size_t m_shards = 0;
  std::filesystem::path m_made;  ///< the topmost folder that was not there before; empty when all were
  io::File m_lock;
  std::optional<io::FileLock> m_partLock;
};

}  // namespace masu::shards
