#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/shards/shard_options.h"

namespace masu::shards {

/// `OUT/export.partial/`: where an export grows until it is complete. A journal in it names the shards that are whole,
/// so that a stopped, failed or killed export can be continued; what it does not name is discarded. Everything moves to
/// its final name together, at the end. A locked file tells a live export from an abandoned one.
/// Threads: record() from any; the rest belongs to the owner. Lifetime: destruction keeps whole shards and nothing
/// else.
class PartialExport {
 public:
  /// Takes over what an export with the same `key` had finished when `resume` asks for it; else begins anew.
  /// Errors: the place is read-only, full, or no folder; another export is at work; what is there was another export.
  static Result<PartialExport> create(const std::filesystem::path& out, const std::string& key, bool resume);

  PartialExport(PartialExport&& other) noexcept;
  PartialExport& operator=(PartialExport&&) = delete;
  ~PartialExport();

  const std::filesystem::path& folder() const { return m_folder; }
  /// Shards that were finished before, by their number.
  const std::map<std::size_t, ShardInfo>& finished() const { return m_finished; }

  /// Notes that a shard is whole and synced.
  Result<void> record(std::size_t number, const ShardInfo& shard);

  /// Moves the files at `paths` (below the folder) to the same paths below the output folder, in that order, replacing
  /// what is there. `outdated` files below it are removed first.
  Result<void> publish(const std::vector<std::string>& paths, const std::vector<std::string>& outdated);

 private:
  PartialExport(std::filesystem::path out, std::filesystem::path made);
  Result<void> claim();
  Result<void> takeOver(const std::string& key);
  Result<void> startJournal(const std::string& key);
  bool isWhole(const ShardInfo& shard) const;
  void discardUnfinished();

  std::filesystem::path m_out;
  std::filesystem::path m_folder;
  std::filesystem::path m_made;  ///< the topmost folder that was not there before; empty when all were
  io::File m_lock;
  io::File m_journal;
  std::uint64_t m_journalBytes = 0;
  std::map<std::size_t, ShardInfo> m_finished;
  std::mutex m_mutex;  ///< of the journal
};

}  // namespace masu::shards
