// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/stream.h"

#include <thread>

#include <unistd.h>

#include "app/python/errors.h"
#include "app/python/gil.h"
#include "app/python/signals.h"

namespace py = pybind11;

namespace masu::python {

RunningStream::RunningStream(std::unique_ptr<loader::BatchStream> stream, const Position& position)
    : m_stream(std::move(stream)), m_position(position), m_process(getpid()) {}

std::shared_ptr<RunningStream> RunningStream::of(std::unique_ptr<loader::BatchStream> stream,
                                                 const Position& position) {
  const std::shared_ptr<RunningStream> made(new RunningStream(std::move(stream), position));
  const auto ask = [weak = made->weak_from_this()] {
    if (const auto alive = weak.lock()) alive->end();
  };
  made->m_running.emplace(ask, [over = made->m_isOver] { return over->load(); });
  return made;
}

RunningStream::~RunningStream() {
  if (m_process != getpid()) {
    m_stream.release();  // NOLINT: its threads cannot be waited for here
    return;
  }
  if (!m_stream) return;  // end() has seen to it
  const GilReleased released;
  m_stream.reset();
  *m_isOver = true;
}

/// Its threads end on the way, or after the next() that waits, whose caller then lets go of this. They are waited for
/// by a thread of its own: what they read from may not answer any more.
void RunningStream::end() {
  stop();
  if (m_waiting || !m_stream) return;
  m_report = m_stream->report();
  const SignalsBlocked inherited;
  std::thread([stream = std::move(m_stream), over = m_isOver]() mutable {
    stream.reset();
    *over = true;
  }).detach();
}

loader::StreamReport RunningStream::report() const {
  return m_stream ? m_stream->report() : m_report;
}

loader::BatchPtr RunningStream::next() {
  if (!m_stream) return nullptr;
  struct Waiting {
    bool& flag;
    explicit Waiting(bool& waiting) : flag(waiting) { flag = true; }
    ~Waiting() { flag = false; }
  } const waiting(m_waiting);
  return nextOf();
}

loader::BatchPtr RunningStream::nextOf() {
  for (;;) {
    auto taken = [&] {
      const GilReleased released;
      return m_stream->nextUntil(std::chrono::steady_clock::now() + kSignalTick, m_stop.get_token());
    }();
    if (!taken && taken.error().code == Errc::cancelled) return nullptr;
    if (!taken) raise(taken.error());
    if (!*taken) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      continue;
    }
    loader::BatchPtr batch = **std::move(taken);
    if (!batch) return nullptr;
    m_position = batch->lastOfEpoch ? Position{batch->epoch + 1, 0} : Position{batch->epoch, batch->number + 1};
    return batch;
  }
}

}  // namespace masu::python
