// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>

#include "core/io/workers/worker_folder.h"

namespace masu::io {

/// The ranges of a job as the worker gets them who joins them, while others still make some.
/// Threads: all members. Lifetime: borrows the folder, whose queue of ranges nobody else uses meanwhile.
class RangeSupply {
 public:
  /// `stop`: of the join.
  RangeSupply(WorkerFolder& folder, std::stop_token stop) : m_folder(folder), m_stop(std::move(stop)) {}

  /// The file that another worker made of a range. Empty: there is none, and the caller makes the range itself. Waits
  /// for a range that another worker is making, until that is done or falls silent, or a stop is requested here or of
  /// the join. Notes in the folder how far the join has come.
  std::filesystem::path take(std::uint64_t range, const std::stop_token& stop);

  /// Ranges that were the caller's to make.
  std::uint64_t own() const;

 private:
  std::optional<std::filesystem::path> taken(std::uint64_t range);
  std::optional<std::filesystem::path> othersFile(std::uint64_t range);

  WorkerFolder& m_folder;
  std::stop_token m_stop;
  mutable std::mutex m_mutex;  ///< guards the three below, and the folder
  std::set<std::uint64_t> m_own;
  std::map<std::uint64_t, int> m_missed;  ///< how often the token of a range was nowhere
  std::optional<std::uint64_t> m_position;
};

}  // namespace masu::io
