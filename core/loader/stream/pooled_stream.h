// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/flow/worker_pool.h"
#include "core/loader/batch/batch_pool.h"
#include "core/loader/batch/reorder_buffer.h"
#include "core/loader/cache/sample_source.h"
#include "core/loader/read/worker_clocks.h"
#include "core/loader/stream/stream_meter.h"
#include "core/loader/stream/stream_plan.h"
#include "core/loader/stream/worker_gate.h"

namespace masu::loader {

/// The stream that BatchStream::open returns: workers claim batch numbers, fill pooled buffers and publish them in any
/// order.
class PooledStream final : public BatchStream {
 public:
  explicit PooledStream(StreamSpec spec);

  std::uint64_t samplesPerEpoch() const override { return m_spec.samplesOfRank(); }
  std::uint64_t batchesPerEpoch() const override { return m_spec.batchesPerEpoch; }
  std::uint64_t valuesPerSample() const override { return m_pool->shape().values; }

  Result<BatchPtr> next(const std::stop_token& stop) override;
  Result<std::optional<BatchPtr>> nextUntil(Deadline deadline, const std::stop_token& stop) override;
  Result<BatchPtr> make(std::uint64_t number, const std::stop_token& stop) override;
  std::string state() const override;
  StreamReport report() const override;

 private:
  Result<void> work(unsigned worker, const std::stop_token& stop);
  Result<void> prepareOnce(const std::stop_token& stop);
  ReorderBuffer::Claim claim(std::uint64_t& number, const std::stop_token& stop);
  Result<std::optional<BatchPtr>> take(const std::optional<Deadline>& deadline, const std::stop_token& stop);
  using Fill = std::function<Result<void>(BatchBuffer&, const BatchPositions&)>;
  Result<BatchPtr> makeWith(std::uint64_t number, const Fill& fill);
  void transformSamples(BatchBuffer& buffer, const BatchPositions& positions);
  void describe(Batch& batch, const std::shared_ptr<BatchBuffer>& buffer) const;
  void simulateCost(const std::stop_token& stop);
  void tune(StreamMeter::Clock::duration waited, StreamMeter::Clock::time_point now);
  std::optional<Concurrency> observe(const StreamTuner::Interval& interval);

  const StreamSpec m_spec;
  std::shared_ptr<BatchPool> m_filling;  ///< of what is read
  std::shared_ptr<BatchPool> m_pool;     ///< of what is delivered: the same where nothing is left to do then
  SampleSource m_source;
  ReorderBuffer m_window;
  StreamMeter m_meter;
  WorkerClocks m_clocks;
  WorkerGate m_gate;

  mutable std::mutex m_tunerMutex;  ///< guards the next
  StreamTuner m_tuner;

  // The consumer's.
  std::optional<Deadline> m_asked;  ///< since when it waits for the next batch
  StreamTuner::Interval m_interval;
  StreamMeter::Clock::time_point m_intervalBegin;
  double m_workerSeconds = 0;  ///< when the interval began

  std::mutex m_prepareMutex;
  std::optional<Result<void>> m_prepared;

  flow::WorkerPool m_workers;  // last: its destruction stops and joins what uses the members above
  std::stop_callback<std::function<void()>> m_onBreakdown;
};

}  // namespace masu::loader
