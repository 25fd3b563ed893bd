// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "core/loader/stream/batch_stream.h"

namespace masu::loader {

/// How consumers of one stream go along with each other.
enum class ConsumerSync {
  lockstep,     ///< nobody is further than the lag ahead of the slowest
  independent,  ///< nobody waits for another; one that lags by more makes the batches it missed itself
};

struct SharedOptions {
  unsigned consumers = 1;
  ConsumerSync sync = ConsumerSync::lockstep;
  std::uint64_t lag = 8;  ///< batches kept for consumers after the first; at least 1
};

/// What a consumer of a shared stream gets next.
struct StreamEvent {
  enum class Kind {
    batch,
    epochEnd,  ///< after the last batch of an epoch
    end,       ///< after the last epoch; given again on every further call
  };
  Kind kind = Kind::end;
  BatchPtr batch;           ///< null but for `batch`
  std::uint32_t epoch = 0;  ///< the batch's, or the one that ended
};

/// Hands every batch of one stream to several consumers: all get the same batches in the same order, each batch is made
/// once and shared without a copy. Threads: each consumer calls next() from its own; the rest from any.
/// Lifetime: owns the stream; no call may be under way at destruction.
class SharedStream {
 public:
  SharedStream(std::unique_ptr<BatchStream> stream, const SharedOptions& options);

  const BatchStream& stream() const { return *m_stream; }

  /// What comes next for a consumer. Errors: those of BatchStream::next, returned to every consumer in their place.
  /// Requires: consumer < consumers.
  Result<StreamEvent> next(unsigned consumer, const std::stop_token& stop);
  /// This consumer wants no more: nobody waits for it.
  void leave(unsigned consumer);

  /// Batches that a consumer had to make itself, because it was too slow.
  std::uint64_t madeAgain(unsigned consumer) const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Cursor {
    std::uint64_t next = 0;   ///< batches had
    std::uint32_t epoch = 0;  ///< of the last batch
    bool epochEnded = false;
    bool left = false;
    std::uint64_t madeAgain = 0;
  };

  Result<BatchPtr> take(unsigned consumer, const std::stop_token& stop);
  bool mayPull(const Cursor& cursor) const;
  void pull(Lock& lock, const std::stop_token& stop);
  void forgetOld();

  const std::unique_ptr<BatchStream> m_stream;
  const SharedOptions m_options;
  mutable std::mutex m_mutex;
  std::condition_variable_any m_changed;
  std::vector<Cursor> m_cursors;
  std::deque<Result<BatchPtr>> m_kept;  ///< an error or the null of the end is the last of all
  std::uint64_t m_base = 0;             ///< number of the first kept
  bool m_pulling = false;
  bool m_over = false;
};

}  // namespace masu::loader
