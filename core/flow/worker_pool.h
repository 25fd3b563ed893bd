// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/result.h"

namespace masu::flow {

/// Runs one function on several threads and gathers their first failure.
/// A failure, an exception (bad_alloc becomes Errc::outOfMemory) or a stop request of the caller asks all of them to
/// stop. Threads: start() and wait() from the owner. Destruction asks all to stop and waits.
class WorkerPool {
 public:
  /// A worker learns its number and the token to poll. Returning Errc::cancelled after a stop is not a failure of its
  /// own.
  using Work = std::function<Result<void>(unsigned worker, const std::stop_token& stop)>;

  /// Lifetime: `outer` may outlive or precede the pool.
  explicit WorkerPool(const std::stop_token& outer = {});
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void start(unsigned threads, Work work);
  std::stop_token token() const { return m_stop.get_token(); }

  /// Waits for all; the first failure, or Errc::cancelled when the caller's token was stopped.
  Result<void> wait();

 private:
  void run(const Work& work, unsigned worker);
  void report(Error error);

  std::stop_source m_stop;
  std::stop_token m_outer;
  std::stop_callback<std::function<void()>> m_forward;
  std::mutex m_mutex;
  std::optional<Error> m_failure;
  std::vector<std::jthread> m_threads;
};

/// Calls body(i) for i in [0, count) on `threads` threads, in no order. Returns the failure of the lowest index that
/// has one, whatever the number of threads; after a failure no further index is begun.
Result<void> forEachIndex(std::size_t count, unsigned threads, const std::stop_token& stop,
                          const std::function<Result<void>(std::size_t, const std::stop_token&)>& body);

}  // namespace masu::flow
