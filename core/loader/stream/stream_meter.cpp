// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/stream_meter.h"

#include <algorithm>

namespace masu::loader {

namespace {

/// Sorting the chunks of every batch would take the consumer's time; one in so many is enough.
constexpr std::uint64_t kChunkStep = 16;

struct Sums {
  double sum = 0;
  double squares = 0;
};

template <class Label>
Sums sumsOf(std::span<const Label> labels, std::size_t step, double pivot) {
  Sums sums;
  for (std::size_t i = 0; i < labels.size(); i += step) {
    const double label = static_cast<double>(labels[i]) - pivot;
    sums.sum += label;
    sums.squares += label * label;
  }
  return sums;
}

}  // namespace

void StreamMeter::delivered(const Batch& batch, Clock::duration waited, Clock::time_point now) {
  const std::lock_guard lock(m_mutex);
  const std::uint64_t samples = batch.samples - batch.padding;
  m_order.update(std::as_bytes(batch.indices.first(samples)));
  if (samples == m_batch && m_batches % kChunkStep == 0) countChunks(batch.indices);
  const bool classes = !batch.labels.empty();
  if (m_batches == 0) {
    m_first = now;
    m_pivot = classes ? static_cast<double>(batch.labels[0]) : batch.targets.empty() ? 0 : batch.targets[0];
  } else {
    m_waited += waited;  // the wait for the first batch is the start, not starvation
  }
  m_last = now;
  ++m_batches;
  m_samples += samples;
  if (!classes && batch.targets.empty()) return;

  const std::uint64_t width = batch.targets.size() / batch.samples;
  const Sums sums = classes ? sumsOf(batch.labels.first(samples), 1, m_pivot)
                            : sumsOf(batch.targets.first(samples * width), width, m_pivot);
  m_sum += sums.sum;
  m_squares += sums.squares;
  m_labels += samples;
  if (samples != m_batch) return;
  const double mean = sums.sum / static_cast<double>(samples);
  m_meanSum += mean;
  m_meanSquares += mean * mean;
  ++m_fullBatches;
}

void StreamMeter::countChunks(std::span<const std::uint64_t> indices) {
  m_chunks.resize(indices.size());
  std::ranges::transform(indices, m_chunks.begin(), [&](std::uint64_t index) { return index / m_chunkSamples; });
  std::ranges::sort(m_chunks);
  m_chunksSeen += static_cast<std::uint64_t>(std::unique(m_chunks.begin(), m_chunks.end()) - m_chunks.begin());
  ++m_chunkBatches;
}

/// Variance of batch means around the mean of all labels, over what drawing the batch without replacement would give.
double StreamMeter::designEffect() const {
  if (m_fullBatches < 2 || m_population <= m_batch) return 1;
  const auto labels = static_cast<double>(m_labels);
  const auto batches = static_cast<double>(m_fullBatches);
  const double mean = m_sum / labels;
  const double variance = m_squares / labels - mean * mean;
  const double between = m_meanSquares / batches - 2 * mean * m_meanSum / batches + mean * mean;
  const auto population = static_cast<double>(m_population);
  const auto batch = static_cast<double>(m_batch);
  const double expected = variance / batch * (population - batch) / (population - 1);
  return expected > 0 ? between / expected : 1;
}

StreamReport StreamMeter::report() const {
  const std::lock_guard lock(m_mutex);
  using Seconds = std::chrono::duration<double>;
  StreamReport report;
  report.samples = m_samples;
  report.batches = m_batches;
  report.seconds = Seconds(m_last - m_first).count();
  report.starvedFraction = report.seconds > 0 ? Seconds(m_waited).count() / report.seconds : 0;
  report.orderHash = m_order.digest();
  report.designEffect = designEffect();
  if (m_chunkBatches > 0) {
    report.chunksPerBatch = static_cast<double>(m_chunksSeen) / static_cast<double>(m_chunkBatches);
  }
  return report;
}

std::string_view name(Bottleneck bottleneck) {
  switch (bottleneck) {
    case Bottleneck::disk:
      return "disk";
    case Bottleneck::decode:
      return "decode";
    case Bottleneck::transform:
      return "transform";
    case Bottleneck::trainer:
      break;
  }
  return "trainer";
}

Bottleneck slowestStage(const StageSeconds& stages) {
  if (stages.disk >= stages.decode && stages.disk >= stages.transform) return Bottleneck::disk;
  return stages.decode >= stages.transform ? Bottleneck::decode : Bottleneck::transform;
}

}  // namespace masu::loader
