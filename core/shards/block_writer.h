#pragma once

#include <cstddef>
#include <span>

#include "core/base/result.h"
#include "core/flow/bounded_queue.h"
#include "core/flow/worker_pool.h"
#include "core/io/file.h"
#include "core/io/large_buffer.h"

namespace masu::shards {

/// Blocks go past the page cache where the file system lets them: an export is larger than memory as a rule, and
/// copying it there costs more than hashing it. What is read again at once and then removed goes through it and, if all
/// goes well, never to the disk.
enum class PageCache { past, through };

/// Writes a file from front to back while its owner makes what comes next: a thread of its own writes one block as the
/// other is filled. Memory: two blocks, one for a file that fits into it.
/// Threads: one at a time. Lifetime: destruction waits for the block under way.
class BlockWriter {
 public:
  explicit BlockWriter(io::File file, PageCache cache = PageCache::past);
  BlockWriter(const BlockWriter&) = delete;
  BlockWriter& operator=(const BlockWriter&) = delete;

  /// Goes on behind the first `bytes` of the file instead of at its front. Requires: nothing was appended yet.
  Result<void> continueAt(std::uint64_t bytes);

  /// Throws std::bad_alloc.
  Result<void> append(std::span<const std::byte> bytes);
  /// Waits until the file has everything; nothing is synced. Nothing else may be called afterwards.
  Result<void> finish();

 private:
  using Block = std::byte*;

  void makeBlocks();
  Result<void> begin();
  Result<void> handOver();
  Result<void> writeBlocks(const std::stop_token& stop);
  Result<void> failure();

  io::File m_file;
  PageCache m_cache;
  io::LargeBuffer m_memory;  ///< of both blocks; comes with the first byte
  Block m_block = nullptr;   ///< being filled
  std::size_t m_filled = 0;
  bool m_begun = false;
  std::uint64_t m_position = 0;  ///< of the next block handed over
  flow::BoundedQueue<Block> m_full{1};
  flow::BoundedQueue<Block> m_free{2};
  flow::WorkerPool m_thread;  ///< last: it stops before what it uses is gone
};

}  // namespace masu::shards
