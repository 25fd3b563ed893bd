// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/io/workers/range_file.h"

namespace masu::io {

/// The files that workers have made of the ranges of a job, for the worker that joins them. A file that is missing or
/// not whole has nothing in it, and nothing else happens. Threads: all members. Places are asked for about in order:
/// the files of a few ranges are open at a time.
class RangeFiles {
 public:
  /// `firsts`: where each range begins, in order. `files`: beside them.
  RangeFiles(std::vector<SourcePlace> firsts, std::vector<std::filesystem::path> files);

  struct Found {
    std::shared_ptr<const RangeReader> reader;
    const RangeEntry* entry = nullptr;  ///< of the reader; null: there is none
  };
  /// What begins there.
  Found find(const SourcePlace& place);

 private:
  std::shared_ptr<const RangeReader> readerAt(const SourcePlace& place);

  std::vector<SourcePlace> m_firsts;
  std::vector<std::filesystem::path> m_files;
  std::mutex m_mutex;                                                ///< guards the one below
  std::map<std::size_t, std::shared_ptr<const RangeReader>> m_open;  ///< by range; null: of no use
};

}  // namespace masu::io
