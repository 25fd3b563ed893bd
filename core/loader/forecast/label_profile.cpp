// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/forecast/label_profile.h"

#include <algorithm>

#include "core/loader/batch/stream_fields.h"
#include "core/loader/order/each_label.h"
#include "core/loader/stream/split_index.h"

namespace masu::loader {

namespace {

/// Sums labels up piece by piece.
template <class Piece>
void addTo(std::vector<Piece>& pieces, bool begins, double label) {
  if (begins) pieces.push_back({});
  Piece& piece = pieces.back();
  ++piece.count;
  piece.mean += (label - piece.mean) / static_cast<double>(piece.count);
}

/// Variance of the means around `mean`, each as weighty as it has samples.
template <class Piece>
double varianceOf(const std::vector<Piece>& pieces, double mean) {
  double sum = 0;
  double count = 0;
  for (const Piece& piece : pieces) {
    sum += static_cast<double>(piece.count) * (piece.mean - mean) * (piece.mean - mean);
    count += static_cast<double>(piece.count);
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace

Result<LabelProfile> LabelProfile::of(const store::Dataset& dataset, const StreamOptions& options,
                                      const std::stop_token& stop) {
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels == nullptr) {
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} has no labels, by which the quality of a shuffle is measured."),
                {dataset.path().string()}, {dataset.path().string()});
  }
  MASU_TRY(const StreamFields fields, StreamFields::of(dataset));
  MASU_TRY(const store::Assignment assignment, assignmentOf(dataset, options));
  MASU_TRY(const auto index, indexOfSplit(dataset, options.split ? &assignment : nullptr, options));

  LabelProfile order;
  order.m_batch = std::max<std::uint64_t>(1, options.batch / std::max<std::uint64_t>(1, options.world));
  const std::uint64_t chunkSamples = fields.primary().chunkSamples;
  std::uint64_t nextChunk = 0;
  double squares = 0;
  MASU_CHECK(forEachLabel(dataset, *labels, *index, stop, [&](std::uint64_t sample, double label) {
    addTo(order.m_chunks, order.m_chunks.empty() || sample >= nextChunk, label);
    nextChunk = (sample / chunkSamples + 1) * chunkSamples;
    addTo(order.m_runs, order.m_runs.empty() || order.m_runs.back().count == order.m_batch, label);
    order.m_samples += 1;
    const double delta = label - order.m_mean;
    order.m_mean += delta / order.m_samples;
    squares += delta * (label - order.m_mean);
  }));
  order.m_variance = squares / order.m_samples;
  return order;
}

double LabelProfile::uniformVariance() const {
  const auto batch = static_cast<double>(m_batch);
  return m_samples > batch ? m_variance / batch * (m_samples - batch) / (m_samples - 1) : 0;
}

double LabelProfile::effectOf(double pools, double finite) const {
  const double uniform = uniformVariance();
  if (uniform <= 0) return 1;
  const double within = std::max(0.0, m_variance - pools);
  return (pools + within / static_cast<double>(m_batch) * finite) / uniform;
}

double LabelProfile::blocksEffect(std::uint64_t blocks) const {
  const auto chunks = static_cast<double>(m_chunks.size());
  const double taken = std::clamp(static_cast<double>(blocks), 1.0, chunks);
  // A group is `blocks` chunks drawn without replacement: its mean varies by that much less than theirs.
  const double pools = chunks > 1 ? varianceOf(m_chunks, m_mean) / taken * (chunks - taken) / (chunks - 1) : 0;
  const double group = m_samples * taken / chunks;
  const auto batch = static_cast<double>(m_batch);
  return effectOf(pools, group > batch ? (group - batch) / (group - 1) : 0);
}

/// Follows the mean of the buffer as it is filled in stored order and drawn from evenly, a batch at a time.
double LabelProfile::queueEffect(const QueueShape& queue) const {
  const auto batch = static_cast<double>(m_batch);
  const double capacity = std::max(batch, static_cast<double>(queue.capacity));
  const double left = std::min(static_cast<double>(queue.minimumLeft), capacity - 1);
  double size = 0;
  double mean = 0;
  double squares = 0;
  double drawn = 0;
  std::size_t next = 0;
  while (next < m_runs.size() || size > 0.5) {
    if (size - batch < left) {
      for (; next < m_runs.size() && (size == 0 || size + batch <= capacity); ++next) {
        const auto count = static_cast<double>(m_runs[next].count);
        mean = (mean * size + m_runs[next].mean * count) / (size + count);
        size += count;
      }
    }
    const double taken = std::min(size, batch);
    squares += taken * (mean - m_mean) * (mean - m_mean);
    drawn += taken;
    size -= taken;
  }
  // Only a buffer that is drawn empty before it is filled again gives batches that leave each other nothing.
  const double emptied = (capacity - left) / capacity;
  return effectOf(drawn > 0 ? squares / drawn : 0, 1 - batch / capacity * emptied);
}

double LabelProfile::storedEffect() const {
  const double uniform = uniformVariance();
  return uniform > 0 ? varianceOf(m_runs, m_mean) / uniform : 1;
}

double LabelProfile::effect(Shuffle shuffle, std::uint64_t blocks, const QueueShape& queue) const {
  switch (shuffle) {
    case Shuffle::none:
      return storedEffect();
    case Shuffle::blocks:
      return blocksEffect(blocks);
    case Shuffle::queue:
      return queueEffect(queue);
    case Shuffle::exact:
    case Shuffle::balanced:
      break;
  }
  return 1;
}

std::uint64_t LabelProfile::blocksFor(double target) const {
  std::uint64_t low = 1;
  std::uint64_t high = std::max<std::uint64_t>(1, m_chunks.size());
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (blocksEffect(middle) <= target) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace masu::loader
