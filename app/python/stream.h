// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include <sys/types.h>

#include "app/python/ending.h"
#include "core/loader/stream/batch_stream.h"
#include "core/loader/stream/stream_state.h"

namespace masu::python {

/// Where in the order of all epochs a loader is: before a batch.
struct Position {
  std::uint32_t epoch = 0;
  std::uint64_t number = 0;

  bool operator==(const Position&) const = default;
};

/// A stream and where it is. In a process that was forked off it is left alone: its threads are in the other one.
/// Threads: under the GIL, which is released while it waits.
class RunningStream : public std::enable_shared_from_this<RunningStream> {
 public:
  static std::shared_ptr<RunningStream> of(std::unique_ptr<loader::BatchStream> stream, const Position& position);
  ~RunningStream();
  RunningStream(const RunningStream&) = delete;
  RunningStream& operator=(const RunningStream&) = delete;

  const Position& position() const { return m_position; }
  loader::StreamReport report() const;
  /// The next batch; null after a stop. Raises what is wrong with it, and KeyboardInterrupt after Ctrl+C: the next call
  /// then waits again.
  loader::BatchPtr next();
  /// Ends a next() that waits, and all later ones.
  void stop() { m_stop.request_stop(); }

 private:
  RunningStream(std::unique_ptr<loader::BatchStream> stream, const Position& position);
  loader::BatchPtr nextOf();
  void end();

  std::unique_ptr<loader::BatchStream> m_stream;  ///< null after end()
  loader::StreamReport m_report;                  ///< of the stream, after end()
  bool m_waiting = false;
  /// Whether its threads have ended.
  std::shared_ptr<std::atomic<bool>> m_isOver = std::make_shared<std::atomic<bool>>(false);
  std::optional<Running> m_running;
  Position m_position;
  std::stop_source m_stop;
  pid_t m_process;
};

}  // namespace masu::python
