// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <mutex>

#include "core/base/hash.h"
#include "core/loader/stream/batch_stream.h"

namespace masu::loader {

/// Measures a stream where its consumer takes the batches: rate, waiting, the hash of the order and the design effect.
/// Threads: all members.
class StreamMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// `population`: samples of the split; `batch`: samples of a full batch.
  StreamMeter(std::uint64_t population, std::uint64_t batch, std::uint64_t chunkSamples)
      : m_population(population), m_batch(batch), m_chunkSamples(chunkSamples) {}

  void delivered(const Batch& batch, Clock::duration waited, Clock::time_point now);
  StreamReport report() const;

 private:
  void countChunks(std::span<const std::uint64_t> indices);
  double designEffect() const;

  const std::uint64_t m_population;
  const std::uint64_t m_batch;
  const std::uint64_t m_chunkSamples;
  mutable std::mutex m_mutex;
  Hasher64 m_order;
  std::uint64_t m_samples = 0;
  std::uint64_t m_batches = 0;
  Clock::time_point m_first;
  Clock::time_point m_last;
  Clock::duration m_waited{};
  /// Labels less the first label seen, which keeps sums of squares exact enough.
  double m_pivot = 0;
  double m_sum = 0;
  double m_squares = 0;
  std::uint64_t m_labels = 0;
  double m_meanSum = 0;
  double m_meanSquares = 0;
  std::uint64_t m_fullBatches = 0;
  std::vector<std::uint64_t> m_chunks;  ///< of the batch that is looked at
  std::uint64_t m_chunksSeen = 0;
  std::uint64_t m_chunkBatches = 0;
};

}  // namespace masu::loader
