// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/shared_stream.h"

#include <algorithm>

namespace masu::loader {

SharedStream::SharedStream(std::unique_ptr<BatchStream> stream, const SharedOptions& options)
    : m_stream(std::move(stream)), m_options(options), m_cursors(options.consumers) {}

Result<StreamEvent> SharedStream::next(unsigned consumer, const std::stop_token& stop) {
  Cursor& cursor = m_cursors[consumer];  // its consumer's, but for `next` and `left`, which all look at
  StreamEvent event;
  if (cursor.epochEnded) {
    cursor.epochEnded = false;
    event.kind = StreamEvent::Kind::epochEnd;
    event.epoch = cursor.epoch;
    return event;
  }
  MASU_TRY(event.batch, take(consumer, stop));
  if (!event.batch) return event;
  event.kind = StreamEvent::Kind::batch;
  event.epoch = event.batch->epoch;
  cursor.epoch = event.epoch;
  cursor.epochEnded = event.batch->lastOfEpoch;
  return event;
}

Result<BatchPtr> SharedStream::take(unsigned consumer, const std::stop_token& stop) {
  Lock lock(m_mutex);
  Cursor& cursor = m_cursors[consumer];
  for (;;) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    if (cursor.next < m_base) {
      const std::uint64_t missed = cursor.next;
      lock.unlock();
      auto batch = m_stream->make(missed, stop);
      lock.lock();
      if (batch) {
        ++cursor.next;
        ++cursor.madeAgain;
      }
      return batch;
    }
    if (cursor.next < m_base + m_kept.size()) {
      auto batch = m_kept[cursor.next - m_base];
      if (!batch || !*batch) return batch;  // stays where it is: every later call meets it again
      ++cursor.next;
      forgetOld();
      return batch;
    }
    if (!m_pulling && mayPull(cursor)) {
      pull(lock, stop);
    } else {
      m_changed.wait(lock, stop,
                     [&] { return cursor.next < m_base + m_kept.size() || (!m_pulling && mayPull(cursor)); });
    }
  }
}

/// True where the batch after all that is kept may be asked for.
bool SharedStream::mayPull(const Cursor& cursor) const {
  if (m_over) return false;
  if (m_options.sync == ConsumerSync::independent) return true;
  return std::ranges::all_of(
      m_cursors, [&](const Cursor& other) { return other.left || cursor.next < other.next + m_options.lag; });
}

/// Asks the stream for one more batch. The lock is open meanwhile.
void SharedStream::pull(Lock& lock, const std::stop_token& stop) {
  m_pulling = true;
  lock.unlock();
  auto batch = m_stream->next(stop);
  lock.lock();
  m_pulling = false;
  // A consumer that was stopped says nothing about the stream: another one asks again.
  if (batch || batch.error().code != Errc::cancelled) {
    m_over = !batch || !*batch;
    m_kept.push_back(std::move(batch));
    forgetOld();
  }
  m_changed.notify_all();
}

/// Lets go of batches that everyone had, and without lockstep of those older than the lag.
void SharedStream::forgetOld() {
  std::uint64_t slowest = ~std::uint64_t{0};
  for (const Cursor& cursor : m_cursors) {
    if (!cursor.left) slowest = std::min(slowest, cursor.next);
  }
  const auto old = [&] {
    if (m_kept.empty() || (m_over && m_kept.size() == 1)) return false;
    return m_base < slowest || (m_options.sync == ConsumerSync::independent && m_kept.size() > m_options.lag);
  };
  bool forgot = false;
  for (; old(); ++m_base, forgot = true) m_kept.pop_front();
  if (forgot) m_changed.notify_all();
}

void SharedStream::leave(unsigned consumer) {
  const Lock lock(m_mutex);
  m_cursors[consumer].left = true;
  forgetOld();
  m_changed.notify_all();
}

std::uint64_t SharedStream::madeAgain(unsigned consumer) const {
  const Lock lock(m_mutex);
  return m_cursors[consumer].madeAgain;
}

}  // namespace masu::loader
