// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "core/io/workers/range_file.h"

namespace masu::io {

/// Gives the file of a range, and may wait until there is one or a stop is requested; an empty path where there is
/// none. Threads: any.
using RangeSource = std::function<std::filesystem::path(std::uint64_t range, const std::stop_token& stop)>;

/// The files that workers have made of the ranges of a job, for the worker that joins them. A file that is missing or
/// not whole has nothing in it, and nothing else happens. Threads: all members. Places are asked for about in order:
/// the files of a few ranges are open at a time.
class RangeFiles {
 public:
  /// `firsts`: where each range begins, in order. `source`: asked for a range when the first of its places is.
  RangeFiles(std::vector<SourcePlace> firsts, RangeSource source);

  struct Found {
    std::shared_ptr<const RangeReader> reader;
    const RangeEntry* entry = nullptr;  ///< of the reader; null: there is none
    std::uint64_t range = 0;            ///< that the place is in
    bool isMade = false;                ///< whether a worker has made a file of it
  };
  /// What begins there. `stop`: of the caller's waiting.
  Found find(const SourcePlace& place, const std::stop_token& stop);

 private:
  /// The file of a range, once somebody has asked for it.
  struct Opened {
    std::once_flag once;
    std::shared_ptr<const RangeReader> reader;  ///< null: of no use
    bool isMade = false;
  };

  std::shared_ptr<Opened> slotOf(std::uint64_t range);

  std::vector<SourcePlace> m_firsts;
  RangeSource m_source;
  std::mutex m_mutex;                                       ///< guards the one below
  std::map<std::uint64_t, std::shared_ptr<Opened>> m_open;  ///< by range
};

}  // namespace masu::io
