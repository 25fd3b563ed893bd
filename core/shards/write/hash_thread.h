// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/base/sha256.h"
#include "core/flow/worker_pool.h"

namespace masu::shards {

class HashStream;

/// Hashes what several streams are given on a thread of its own, a piece of each in turn.
/// Threads: all streams on it may be used together. Lifetime: outlives its streams.
class HashThread {
 public:
  HashThread();
  HashThread(const HashThread&) = delete;
  HashThread& operator=(const HashThread&) = delete;

 private:
  friend class HashStream;
  Result<void> run(const std::stop_token& stop);
  void consume(HashStream& stream, std::size_t bytes);

  std::mutex m_mutex;
  std::condition_variable_any m_given;
  std::condition_variable_any m_hashed;
  std::deque<HashStream*> m_waiting;  ///< streams with something to hash that nobody is at
  flow::WorkerPool m_thread;          ///< last: it stops before what it uses is gone
};

/// The SHA-256 of one stream of bytes, which are given here and hashed on a thread. Threads: one at a time.
class HashStream {
 public:
  /// Without a thread, bytes are hashed at once. Positions count from `begin`.
  static Result<std::unique_ptr<HashStream>> create(HashThread* thread, std::uint64_t begin = 0);
  HashStream(const HashStream&) = delete;
  HashStream& operator=(const HashStream&) = delete;
  /// What is not hashed yet, never will be.
  ~HashStream();

  /// The bytes stay as they are until waitFor() a position after them has returned.
  void give(std::span<const std::byte> bytes);
  /// Waits until everything that was given before a position is hashed.
  void waitFor(std::uint64_t position);
  /// In lower-case hexadecimal. Nothing else may be called afterwards.
  std::string finish();

 private:
  friend class HashThread;
  HashStream(Sha256 hash, HashThread* thread, std::uint64_t begin);

  Sha256 m_hash;
  HashThread* m_thread;
  std::uint64_t m_given;
  // The rest belongs to the thread's lock.
  std::deque<std::span<const std::byte>> m_pieces;
  std::uint64_t m_done;
  bool m_busy = false;  ///< the thread is at its first piece
};

}  // namespace masu::shards
