// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

#include "core/base/unexpected.h"

namespace masu::flow {

namespace {

/// Turns what a function throws into a value, since an exception must not leave a thread.
template <class Call>
Result<void> guarded(const Call& call) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return fail(Errc::outOfMemory,
                MASU_TEXT("core", "Memory ran out. Give the job less to hold at once, or close other programs."));
  } catch (const std::exception& thrown) {
    return fail(unexpected(thrown.what()));
  } catch (...) {
    return fail(unexpected(Message::marked(MASU_TEXT("core", "an exception of an unknown type"))));
  }
}

}  // namespace

WorkerPool::WorkerPool(const std::stop_token& outer)
    : m_outer(outer), m_forward(outer, [this] { m_stop.request_stop(); }) {}

WorkerPool::~WorkerPool() {
  m_stop.request_stop();
  m_threads.clear();
}

void WorkerPool::start(unsigned threads, Work work) {
  const auto shared = std::make_shared<const Work>(std::move(work));
  const unsigned count = std::max(1U, threads);
  m_threads.reserve(m_threads.size() + count);
  for (unsigned worker = 0; worker < count; ++worker) {
    try {
      m_threads.emplace_back([this, shared, worker] { run(*shared, worker); });
    } catch (const std::system_error& thrown) {
      report({Errc::outOfMemory,
              MASU_TEXT("core", "The system starts no more threads ({0}). Ask for fewer threads."),
              {thrown.what()}});
      return;
    }
  }
}

void WorkerPool::run(const Work& work, unsigned worker) {
  const std::stop_token stop = m_stop.get_token();
  if (auto done = guarded([&] { return work(worker, stop); }); !done) report(std::move(done.error()));
}

void WorkerPool::report(Error error) {
  {
    const std::lock_guard lock(m_mutex);
    const bool obeyed = error.code == Errc::cancelled && m_stop.stop_requested();
    if (!obeyed && !m_failure) m_failure = std::move(error);
  }
  m_stop.request_stop();
}

Result<void> WorkerPool::wait() {
  for (std::jthread& thread : m_threads) thread.join();
  m_threads.clear();
  const std::lock_guard lock(m_mutex);
  if (m_failure) return fail(*m_failure);
  if (m_outer.stop_requested()) return fail(Error::cancelled());
  return {};
}

Result<void> forEachIndex(std::size_t count, unsigned threads, const std::stop_token& stop,
                          const std::function<Result<void>(std::size_t, const std::stop_token&)>& body) {
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> end = count;
  std::mutex mutex;
  std::optional<Error> failure;
  const auto keepLowest = [&](std::size_t index, Error error) {
    const std::lock_guard lock(mutex);
    if (index >= end) return;
    end = index;
    failure = std::move(error);
  };
  // Indices are handed out in order and those below a failure run to their end, so the failure of the lowest index
  // wins.
  const auto work = [&](unsigned, const std::stop_token& token) -> Result<void> {
    while (!token.stop_requested()) {
      const std::size_t index = next.fetch_add(1);
      if (index >= end) break;
      if (auto done = guarded([&] { return body(index, token); }); !done) keepLowest(index, std::move(done.error()));
    }
    return {};
  };
  WorkerPool pool(stop);
  pool.start(static_cast<unsigned>(std::min<std::size_t>(std::max(1U, threads), std::max<std::size_t>(count, 1))),
             work);
  const auto waited = pool.wait();
  if (failure && failure->code != Errc::cancelled) return fail(std::move(*failure));
  if (!waited) return fail(waited.error());
  if (failure) return fail(std::move(*failure));
  return {};
}

}  // namespace masu::flow
