// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/flow/bounded_queue.h"
#include "core/flow/worker_pool.h"
#include "core/io/file.h"
#include "core/shards/content/shard_options.h"

namespace masu::shards {

using NumberedShards = std::map<std::size_t, ShardInfo>;

/// The list of an export's shards that are whole, a line each. A shard is listed once the disk has it: a thread syncs
/// what was noted, as many shards together as there are, so that nobody who writes one waits for it.
/// Threads: note() from any; the rest belongs to the owner. Lifetime: destruction drops what is not listed yet.
class ShardJournal {
 public:
  /// The shards listed in a journal; none where there is no journal, nothing where it is one of another `key`.
  static std::optional<NumberedShards> read(const std::filesystem::path& file, const std::string& key);

  /// Starts over with those that are known to be whole, in the place of a journal that is there. Their files are below
  /// `folder`, or in the `bundle` there.
  static Result<std::unique_ptr<ShardJournal>> create(const std::filesystem::path& file,
                                                      const std::filesystem::path& folder, const std::string& key,
                                                      const NumberedShards& whole, const std::string& bundle = {});

  /// Requires: the shard's files are written. Errors: cancelled where an earlier one failed; settle() says why.
  Result<void> note(std::size_t number, const ShardInfo& shard);
  /// Waits until all that was noted is listed. Nothing is noted afterwards.
  Result<void> settle();
  /// Requires: settle() was called.
  const NumberedShards& listed() const { return m_listed; }

 private:
  ShardJournal(std::filesystem::path folder, std::string bundle);
  Result<void> list(const NumberedShards& shards);
  Result<void> run(const std::stop_token& stop);

  std::filesystem::path m_folder;
  std::string m_bundle;  ///< empty where shards are files of their own
  io::File m_file;
  std::uint64_t m_bytes = 0;
  NumberedShards m_listed;
  flow::BoundedQueue<std::pair<std::size_t, ShardInfo>> m_noted;
  flow::WorkerPool m_thread;  ///< last: it stops before what it uses is gone
};

}  // namespace masu::shards
