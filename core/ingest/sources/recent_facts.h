// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/io/file_stamp.h"

namespace masu::ingest {

/// What a pass over a source found out, for who opens it again while the file is as it was: of each path the answer to
/// one question, the newest ones of all. Threads: any.
template <class Question, class Facts>
class RecentFacts {
 public:
  /// At most so many, of so many bytes together; the newest is kept in any case.
  explicit RecentFacts(std::size_t most, std::uint64_t mostBytes = std::numeric_limits<std::uint64_t>::max())
      : m_most(most), m_mostBytes(mostBytes) {}

  /// Null where they are not known of this state of the file.
  std::shared_ptr<const Facts> find(const std::filesystem::path& path, const io::FileStamp& stamp,
                                    const Question& question) {
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find_if(m_known, [&](const Known& each) {
      return each.path == path && each.stamp == stamp && each.question == question;
    });
    return found == m_known.end() ? nullptr : found->facts;
  }

  void keep(std::filesystem::path path, const io::FileStamp& stamp, Question question,
            std::shared_ptr<const Facts> facts, std::uint64_t bytes = 0) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_known, [&](const Known& each) { return each.path == path; });
    m_known.push_back({std::move(path), stamp, std::move(question), std::move(facts), bytes});
    std::uint64_t held = 0;
    for (const Known& each : m_known) held += each.bytes;
    while (m_known.size() > 1 && (m_known.size() > m_most || held > m_mostBytes)) {
      held -= m_known.front().bytes;
      m_known.erase(m_known.begin());
    }
  }

 private:
  struct Known {
    std::filesystem::path path;
    io::FileStamp stamp;
    Question question;
    std::shared_ptr<const Facts> facts;
    std::uint64_t bytes = 0;
  };

  std::size_t m_most;
  std::uint64_t m_mostBytes;
  std::mutex m_mutex;
  std::vector<Known> m_known;  ///< the last one is the newest
};

}  // namespace masu::ingest
