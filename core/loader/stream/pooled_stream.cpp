// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/pooled_stream.h"

#include <algorithm>
#include <chrono>

#include "core/base/stop_wait.h"

namespace masu::loader {

namespace {

/// Waiting of a consumer, as a share of its time, from which on the stream holds it up.
constexpr double kStarving = 0.05;

std::uint64_t firstBatch(const StreamSpec& spec) {
  return spec.start.epoch * spec.batchesPerEpoch + spec.start.number;
}

/// Fills the samples of every array from the end of a slice up to `end` with the first ones over again, and takes the
/// weight of all that count for nothing. Requires: the slice is shorter only where the buffer is of `end` samples.
void pad(BatchBuffer& buffer, const BatchSlice& slice, std::uint64_t end) {
  const auto repeat = [&](auto array) {
    if (slice.count == end) return;
    const std::size_t width = array.size() / end;
    for (std::size_t i = slice.count * width; i < array.size(); ++i) array[i] = array[i - slice.count * width];
  };
  repeat(buffer.indices);
  repeat(buffer.features);
  repeat(buffer.narrow);
  repeat(buffer.categories);
  repeat(buffer.labels);
  repeat(buffer.targets);
  repeat(buffer.shares);
  std::ranges::fill(buffer.weights.subspan(slice.own()), 0.0F);
}

}  // namespace

PooledStream::PooledStream(StreamSpec spec)
    : m_spec(std::move(spec)),
      m_filling(std::make_shared<BatchPool>(
          m_spec.source.fields.shape(m_spec.filledSamples()),
          (m_spec.batchTransform.active() ? 0 : m_spec.tuning.most.ahead + m_spec.lingering + 1) +
              m_spec.tuning.most.workers,
          m_spec.batchTransform.active() ? BeforeFree() : m_spec.beforeFree)),
      m_pool(m_spec.batchTransform.active()
                 ? std::make_shared<BatchPool>(
                       m_spec.batchTransform.shape(m_spec.source.fields.shape(m_spec.deliveredSamples())),
                       m_spec.tuning.most.ahead + m_spec.lingering + m_spec.tuning.most.workers + 1, m_spec.beforeFree)
                 : m_filling),
      m_source(m_spec.source),
      m_window(firstBatch(m_spec), m_spec.epochs * m_spec.batchesPerEpoch,
               m_spec.tuning.start.ahead + m_spec.tuning.start.workers,
               m_spec.tuning.most.ahead + m_spec.tuning.most.workers),
      m_meter(m_spec.source.sequence->samples(), m_spec.deliveredSamples(),
              m_spec.source.fields.primary().chunkSamples),
      m_gate(m_spec.tuning.start.workers),
      m_tuner(m_spec.tuning),
      m_onBreakdown(m_workers.token(), [this] { m_window.abandon(); }) {
  m_workers.start(m_spec.tuning.most.workers,
                  [this](unsigned worker, const std::stop_token& stop) { return work(worker, stop); });
}

Result<void> PooledStream::work(unsigned worker, const std::stop_token& stop) {
  m_gate.pass(worker, stop);
  const WorkerClocks::Counted counted(&m_clocks);
  std::vector<std::uint64_t> rows;
  const auto prepared = prepareOnce(stop);
  std::uint64_t number = 0;
  for (m_gate.pass(worker, stop); !stop.stop_requested(); m_gate.pass(worker, stop)) {
    if (prepared && m_source.loadAhead(false)) continue;
    if (claim(number, stop) == ReorderBuffer::Claim::finished) break;
    const auto fill = [&](BatchBuffer& buffer, const BatchPositions& positions) -> Result<void> {
      MASU_CHECK(m_source.fill(buffer, positions, rows, stop));
      if (m_spec.simulatedBatchSeconds > 0) simulateCost(stop);
      return {};
    };
    auto batch = prepared ? makeWith(number, fill) : fail(prepared.error());
    const bool failed = !batch;
    m_window.publish(number, std::move(batch));
    if (failed) break;
  }
  return {};
}

/// The first worker reads what all need; the others wait for it here, and a stop reaches the one that reads.
Result<void> PooledStream::prepareOnce(const std::stop_token& stop) {
  const std::lock_guard lock(m_prepareMutex);
  if (m_prepared) return *m_prepared;
  auto prepared = m_source.prepare(m_spec.tuning.computing, m_clocks, stop);
  // Who was stopped says nothing of the others.
  if (prepared || prepared.error().code != Errc::cancelled) m_prepared = prepared;
  return prepared;
}

/// A worker for whom the window has no room decodes ahead before it sleeps.
ReorderBuffer::Claim PooledStream::claim(std::uint64_t& number, const std::stop_token& stop) {
  for (;;) {
    const auto claim = m_window.tryClaim(number);
    if (claim != ReorderBuffer::Claim::full || stop.stop_requested()) return claim;
    if (!m_source.loadAhead(true)) return m_window.claim(number, stop);
  }
}

Result<BatchPtr> PooledStream::make(std::uint64_t number, const std::stop_token& stop) {
  MASU_CHECK(prepareOnce(stop));
  return makeWith(firstBatch(m_spec) + number, [&](BatchBuffer& buffer, const BatchPositions& positions) {
    return m_source.fillOutOfOrder(buffer, positions, stop);
  });
}

Result<BatchPtr> PooledStream::makeWith(std::uint64_t number, const Fill& fill) {
  auto batch = std::make_shared<Batch>();
  batch->epoch = static_cast<std::uint32_t>(number / m_spec.batchesPerEpoch);
  batch->number = number % m_spec.batchesPerEpoch;
  batch->lastOfEpoch = batch->number + 1 == m_spec.batchesPerEpoch;
  BatchPositions positions{
      .epoch = batch->epoch, .first = batch->number * m_spec.start.batch, .count = 0, .wanted = {}};
  positions.count = std::min(m_spec.start.batch, m_spec.samplesPerEpoch - positions.first);
  const BatchSlice slice = m_spec.rank.of(positions.count);
  positions.wanted = m_spec.batchTransform.mixes() ? BatchSlice{0, positions.count} : slice;
  auto buffer = m_filling->take();
  MASU_CHECK(fill(*buffer, positions));
  transformSamples(*buffer, positions);
  if (m_spec.batchTransform.active()) {
    const StageClocks::Transforming transforming(m_source.clocks());
    auto finished = m_pool->take();
    const BatchSlice delivered = m_spec.batchTransform.mixes() ? slice : BatchSlice{0, slice.count};
    m_spec.batchTransform.finish(*buffer, m_filling->shape(),
                                 {batch->epoch, batch->number, positions.wanted.count, delivered}, *finished);
    buffer = std::move(finished);
  }
  batch->samples = m_spec.last == LastBatch::padded ? m_spec.deliveredSamples() : slice.count;
  batch->padding = batch->samples - slice.own();
  if (batch->padding > 0) pad(*buffer, slice, batch->samples);
  describe(*batch, buffer);
  return batch;
}

/// What is done to samples one by one.
void PooledStream::transformSamples(BatchBuffer& buffer, const BatchPositions& positions) {
  const std::uint64_t count = positions.wanted.count;
  if (m_spec.source.fields.addedWeights()) std::ranges::fill(buffer.weights.first(count), 1.0F);
  const Augmenter& augmenter = m_spec.source.augmenter;
  if (!augmenter.active()) return;
  const StageClocks::Transforming transforming(m_source.clocks());
  augmenter.apply(positions.epoch, buffer.indices.first(count),
                  buffer.features.first(count * m_filling->shape().values));
}

/// Spans over the first samples of a buffer.
void PooledStream::describe(Batch& batch, const std::shared_ptr<BatchBuffer>& buffer) const {
  const BatchShape& shape = m_pool->shape();
  const std::uint64_t count = batch.samples;
  batch.indices = buffer->indices.first(count);
  batch.features = buffer->features.first(count * shape.floats());
  batch.narrow = buffer->narrow.first(count * shape.values * shape.narrow);
  batch.widening = m_source.widening();
  batch.categories = buffer->categories.first(count * shape.categories);
  batch.labels = buffer->labels.first(shape.labels ? count : 0);
  batch.targets = buffer->targets.first(count * shape.targets);
  batch.shares = buffer->shares.first(count * shape.shares);
  batch.weights = buffer->weights.first(shape.weights ? count : 0);
  batch.slab = buffer->slab();
  batch.storage = buffer;
}

void PooledStream::simulateCost(const std::stop_token& stop) {
  const auto begin = StageClocks::Clock::now();
  pauseFor(std::chrono::duration<double>(m_spec.simulatedBatchSeconds), stop);
  m_source.clocks().addWaiting(StageClocks::Clock::now() - begin);
}

/// Looks at the stream now and then: often enough for short epochs, and seldom enough that an interval is significant.
void PooledStream::tune(StreamMeter::Clock::duration waited, StreamMeter::Clock::time_point now) {
  constexpr double kLeastSeconds = 0.1;
  constexpr std::uint64_t kLeastBatches = 8;
  using Seconds = std::chrono::duration<double>;
  if (m_intervalBegin == StreamMeter::Clock::time_point{}) {  // the wait for the first batch is the start
    m_intervalBegin = now;
    m_workerSeconds = m_clocks.seconds();
    return;
  }
  m_interval.waited += Seconds(waited).count();
  ++m_interval.batches;
  m_interval.seconds = Seconds(now - m_intervalBegin).count();
  if (m_interval.seconds < kLeastSeconds || m_interval.batches < kLeastBatches) return;
  const double workerSeconds = m_clocks.seconds();
  m_interval.workerSeconds = workerSeconds - m_workerSeconds;
  if (const auto changed = observe(m_interval)) {
    m_window.resize(changed->ahead + changed->workers);
    m_gate.open(changed->workers);
  }
  m_interval = {};
  m_intervalBegin = now;
  m_workerSeconds = workerSeconds;
}

/// The setting where it is another one from now on.
std::optional<Concurrency> PooledStream::observe(const StreamTuner::Interval& interval) {
  const std::lock_guard lock(m_tunerMutex);
  const Concurrency before = m_tuner.setting();
  m_tuner.observe(interval);
  return m_tuner.setting() == before ? std::nullopt : std::optional(m_tuner.setting());
}

Result<BatchPtr> PooledStream::next(const std::stop_token& stop) {
  MASU_TRY(std::optional<BatchPtr> batch, take(std::nullopt, stop));
  return std::move(batch).value_or(BatchPtr());
}

Result<std::optional<BatchPtr>> PooledStream::nextUntil(Deadline deadline, const std::stop_token& stop) {
  return take(deadline, stop);
}

/// Nothing only at a deadline.
Result<std::optional<BatchPtr>> PooledStream::take(const std::optional<Deadline>& deadline,
                                                   const std::stop_token& stop) {
  using Clock = StreamMeter::Clock;
  const auto asked = m_asked.value_or(Clock::now());
  ReorderBuffer::Taken taken = m_window.take(stop, deadline);
  if (taken.late && !stop.stop_requested()) {
    m_asked = asked;
    return std::optional<BatchPtr>();
  }
  const bool waited = taken.waited || m_asked.has_value();
  m_asked.reset();
  // A batch that was taken is handed out, whatever was asked meanwhile: state() counts it.
  if (!taken.batch && stop.stop_requested()) return fail(Error::cancelled());
  if (!taken.batch) {
    if (m_workers.token().stop_requested()) MASU_CHECK(m_workers.wait());
    return std::optional(BatchPtr());
  }
  if (!*taken.batch) return fail(std::move(taken.batch->error()));
  const auto now = Clock::now();
  const Clock::duration waiting = waited ? now - asked : Clock::duration{};
  m_meter.delivered(***taken.batch, waiting, now);
  tune(waiting, now);
  return std::optional(std::move(**taken.batch));
}

/// After the last batch handed out, in the whole epoch: a stream cut short by `steps` goes on where it was cut.
std::string PooledStream::state() const {
  const std::uint64_t next = m_window.next();
  StreamState state = m_spec.start;
  if (next > firstBatch(m_spec)) {
    state.epoch = static_cast<std::uint32_t>((next - 1) / m_spec.batchesPerEpoch);
    state.number = (next - 1) % m_spec.batchesPerEpoch + 1;
    if (state.number == m_spec.wholeEpochBatches) {
      ++state.epoch;
      state.number = 0;
    }
  }
  return state.text();
}

StreamReport PooledStream::report() const {
  StreamReport report = m_meter.report();
  report.blocks = m_spec.start.blocks;
  report.chunks = m_spec.source.sequence->chunks();
  report.passes = m_spec.passes;
  report.capacity = m_spec.start.capacity;
  report.minimumLeft = m_spec.start.minimumLeft;
  report.queueFill = m_window.ready();
  report.workerSeconds = m_clocks.seconds();
  report.stages = m_source.clocks().seconds();
  {
    const std::lock_guard lock(m_tunerMutex);
    report.setting = m_tuner.setting();
  }
  if (report.starvedFraction > kStarving) report.bottleneck = slowestStage(report.stages);
  return report;
}

}  // namespace masu::loader
