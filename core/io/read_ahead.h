// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "core/io/file.h"
#include "core/io/large_buffer.h"

namespace masu::io {

/// Reads ranges of files on threads of its own before they are asked for, so that a disk has several requests at a time
/// while others compute. What the kernel does by itself for files that are read through the page cache.
/// Memory: kRanges ranges at most, in pieces of LargeBuffer::kUnit or longer; what is expected beyond takes the place
/// of what was expected first. Threads: all members. Lifetime: the files outlive it.
class ReadAhead {
 public:
  static constexpr std::size_t kRanges = 16;
  /// Longer ranges keep a disk busy as they are.
  static constexpr std::uint64_t kLongest = std::uint64_t{4} << 20;

  ReadAhead();
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// It is advice: what cannot be read shows when it is asked for. Throws std::bad_alloc.
  void expect(const File& file, std::uint64_t offset, std::uint64_t size);

  /// Fills `out` with a range that was expected as it is asked for, once. False where it was not, or nobody has come to
  /// it yet, or it could not be read: whoever reads it himself learns why.
  bool take(const File& file, std::uint64_t offset, std::span<std::byte> out);

 private:
  /// Whole blocks, several of them in one buffer.
  struct Memory {
    std::shared_ptr<LargeBuffer> buffer;
    std::span<std::byte> bytes;
  };
  enum class State { waiting, reading, ready, failed };
  struct Range {
    const File* file = nullptr;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    State state = State::waiting;
    bool isAwaited = false;  ///< by a taker, who alone takes it out of the list then
    Memory memory = {};      ///< `offset` within the first block
  };

  void work(const std::stop_token& stop);
  void makeRoom();
  Memory memoryFor(std::uint64_t bytes);

  std::mutex m_mutex;
  std::condition_variable_any m_expected;
  std::condition_variable m_read;
  std::list<Range> m_ranges;  ///< in the order in which they were expected
  std::vector<Memory> m_spares;
  std::vector<std::jthread> m_threads;
};

}  // namespace masu::io
