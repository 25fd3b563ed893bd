// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"
#include "core/loader/stream/stream_options.h"
#include "core/loader/stream/stream_report.h"
#include "core/store/read/dataset.h"

namespace masu::loader {

/// Batches of a split in an order that is a pure function of (dataset, split, shuffle with its block count, seed,
/// epoch, algorithm version), whatever the threads, the memory and the batches ahead; every sample once an epoch, but
/// as `last` and a balanced shuffle say. Threads: next() from one consumer; report() from any. Worker threads read,
/// widen and fill batches ahead of the consumer. Ranks that train together take their slices of the same batches, and
/// each has as many batches as the others. Lifetime: destruction stops the workers and waits.
class BatchStream {
 public:
  /// Returns at once: what takes reading (statistics, and the first batch's chunks) is done by the workers before the
  /// first batch; only a balanced shuffle reads the labels here. Errors: no such manifest, an empty split, a state of
  /// another stream, one-hot categories or augmented features that the dataset does not have, batches that the memory
  /// does not hold; cancelled.
  static Result<std::unique_ptr<BatchStream>> open(std::shared_ptr<const store::Dataset> dataset,
                                                   const StreamOptions& options, const std::stop_token& stop = {});
  /// The errors of open(), without a thread or a buffer: whether a stream can be opened later.
  static Result<void> check(std::shared_ptr<const store::Dataset> dataset, const StreamOptions& options);
  virtual ~BatchStream() = default;

  virtual std::uint64_t samplesPerEpoch() const = 0;  ///< of this rank
  virtual std::uint64_t batchesPerEpoch() const = 0;
  virtual std::uint64_t valuesPerSample() const = 0;

  /// The next batch; null after the last of the last epoch. Errors: a chunk that cannot be read, named; cancelled,
  /// after which the stream can go on.
  virtual Result<BatchPtr> next(const std::stop_token& stop) = 0;

  /// next(), for a consumer that has to look at something else now and then: nothing where no batch came until then,
  /// and the next call goes on waiting for it.
  using Deadline = std::chrono::steady_clock::time_point;
  virtual Result<std::optional<BatchPtr>> nextUntil(Deadline deadline, const std::stop_token& stop) = 0;

  /// The batch that next() hands out as its number-th (from 0), made once more by the calling thread and out of turn:
  /// for a consumer that missed it. Slower than next(). Threads: any. Errors: as next(). Requires: number is below
  /// what is left of the epochs.
  virtual Result<BatchPtr> make(std::uint64_t number, const std::stop_token& stop) = 0;

  /// A short string that `resume` takes: continues after the last batch handed out, bit for bit.
  virtual std::string state() const = 0;
  virtual StreamReport report() const = 0;
};

/// BatchStream::open for a manifest that is in memory already; null for every sample.
/// Errors: as there.
Result<std::unique_ptr<BatchStream>> openStream(std::shared_ptr<const store::Dataset> dataset,
                                                const store::Assignment* assignment, const StreamOptions& options,
                                                const std::stop_token& stop = {});

}  // namespace masu::loader
