// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/stream.h"

#include <unistd.h>

#include "app/python/errors.h"
#include "app/python/signals.h"

namespace py = pybind11;

namespace masu::python {

RunningStream::RunningStream(std::unique_ptr<loader::BatchStream> stream, const Position& position)
    : m_stream(std::move(stream)), m_position(position), m_process(getpid()) {}

RunningStream::~RunningStream() {
  if (m_process != getpid()) {
    m_stream.release();  // NOLINT: its threads cannot be waited for here
    return;
  }
  const py::gil_scoped_release released;
  m_stream.reset();
}

loader::BatchPtr RunningStream::next() {
  for (;;) {
    auto taken = [&] {
      const py::gil_scoped_release released;
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
