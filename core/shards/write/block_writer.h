// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/flow/bounded_queue.h"
#include "core/flow/worker_pool.h"
#include "core/io/file.h"
#include "core/io/large_buffer.h"
#include "core/shards/write/hash_thread.h"

namespace masu::shards {

/// Writes a file from front to back and hashes parts of it while its owner makes what comes next: a thread of its own
/// writes blocks as others are filled and hashed. They go past the page cache where the file system lets them: an
/// export is larger than memory as a rule. Memory: four blocks of a MiB, touched as they are needed. Threads: one at a
/// time. Lifetime: destruction waits for the block under way.
class BlockWriter {
 public:
  /// `hashes` outlives it; without, its owner hashes.
  static Result<std::unique_ptr<BlockWriter>> create(io::File file, HashThread* hashes);
  BlockWriter(const BlockWriter&) = delete;
  BlockWriter& operator=(const BlockWriter&) = delete;

  /// Continues after the first `bytes` of the file instead of at its front. Requires: nothing was appended yet.
  /// Errors: the file is shorter.
  Result<void> continueAt(std::uint64_t bytes);
  std::uint64_t bytes() const { return m_bytes; }

  Result<void> append(std::span<const std::byte> bytes);
  /// What is appended between these two is hashed; the second returns the hash. There is one such part at a time.
  Result<void> beginHash();
  std::string endHash();
  /// Puts other bytes in the place of some that were appended. Requires: no part that is hashed holds them.
  Result<void> rewrite(std::uint64_t at, std::span<const std::byte> bytes);
  /// Waits until the file has everything; nothing is synced. Nothing else may be called afterwards.
  Result<void> finish();

 private:
  struct Block {
    std::byte* memory = nullptr;
    std::uint64_t end = 0;                ///< of what was written from it, in the file
    std::vector<std::byte> instead = {};  ///< not empty: what to put before `end` where no block is
  };

  BlockWriter(io::File file, HashThread* hashes) : m_file(std::move(file)), m_hashes(hashes) {}
  void takeNewBlock();
  Result<void> handOver();
  Result<void> push(Block block);
  Result<void> writeBlocks(const std::stop_token& stop);

  static constexpr std::size_t kBlocks = 4;

  io::File m_file;
  HashThread* m_hashes;
  io::LargeBuffer m_memory;  ///< of all blocks
  std::size_t m_taken = 0;   ///< of them
  Block m_block;             ///< being filled
  std::size_t m_filled = 0;
  std::uint64_t m_bytes = 0;
  bool m_begun = false;
  std::uint64_t m_written = 0;  ///< of the thread, once it has begun
  flow::BoundedQueue<Block> m_full{kBlocks};
  flow::BoundedQueue<Block> m_free{kBlocks};
  // Last: they stop before what they use is gone.
  flow::WorkerPool m_thread;
  std::unique_ptr<HashStream> m_hash;  ///< null: what is appended has none
};

}  // namespace masu::shards
