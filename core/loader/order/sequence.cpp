// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/sequence.h"

#include <algorithm>
#include <numeric>

namespace masu::loader {

namespace {

/// Keys of the parts of an epoch's order, apart from each other and from those of other epochs.
constexpr std::uint64_t partKey(std::uint64_t epochKey, std::uint64_t part) {
  return mix64(epochKey ^ mix64(part));
}
constexpr std::uint64_t kWholePart = ~std::uint64_t{0};
constexpr std::uint64_t kChunksPart = ~std::uint64_t{1};
constexpr std::uint64_t kQueuePart = ~std::uint64_t{2};

/// Positions from `first` on, permuted unless the order is the stored one.
void permuted(const Permutation& permutation, std::uint64_t first, std::span<std::uint64_t> out) {
  if (permutation.size() > 0) return permutation.at(first, out);
  std::iota(out.begin(), out.end(), first);
}

}  // namespace

void GroupOrder::membersAt(std::uint64_t position, std::span<std::uint64_t> out) const {
  permuted(permutation, position, out);
}

GroupOrder EpochOrder::group(std::uint64_t number) const {
  const std::uint64_t firstChunk = number * m_groupChunks;
  const std::uint64_t count = std::min<std::uint64_t>(m_groupChunks, m_chunks.size() - firstChunk);
  GroupOrder group;
  group.first = m_starts[number];
  group.samples = m_starts[number + 1] - m_starts[number];
  group.chunks = std::span(m_chunks).subspan(firstChunk, count);
  if (m_shuffled) group.permutation = Permutation(group.samples, partKey(m_key, number));
  return group;
}

std::uint64_t EpochOrder::groupAt(std::uint64_t position) const {
  return static_cast<std::uint64_t>(std::upper_bound(m_starts.begin(), m_starts.end(), position) - m_starts.begin()) -
         1;
}

std::string Sequence::version() {
  return "masu" + std::to_string(kAlgorithmVersion) + "." + std::to_string(Permutation::kAlgorithmVersion);
}

Sequence::Sequence(std::shared_ptr<const SampleIndex> index, Shuffle shuffle, std::uint64_t chunkSamples,
                   std::uint64_t blocks, std::uint64_t seed, const QueueShape& queue,
                   std::shared_ptr<const ClassDraws> draws)
    : m_index(std::move(index)),
      m_shuffle(shuffle),
      m_chunkSamples(chunkSamples),
      m_blocks(blocks),
      m_seed(seed),
      m_queue(queue),
      m_draws(std::move(draws)) {
  const std::uint64_t all = m_index->datasetSamples();
  for (std::uint64_t first = 0, chunk = 0; first < all; first += m_chunkSamples, ++chunk) {
    if (membersOf(static_cast<std::uint32_t>(chunk)) > 0) m_chunks.push_back(static_cast<std::uint32_t>(chunk));
  }
  m_grouped = (m_shuffle == Shuffle::none || m_shuffle == Shuffle::blocks) && m_blocks < m_chunks.size();
  m_blocks = std::min<std::uint64_t>(m_blocks, m_chunks.size());
}

std::uint64_t Sequence::membersOf(std::uint32_t chunk) const {
  const std::uint64_t first = chunk * m_chunkSamples;
  const std::uint64_t last = std::min(first + m_chunkSamples, m_index->datasetSamples());
  return m_index->rank(last) - m_index->rank(first);
}

Permutation Sequence::chunkOrder(const EpochOrder& order) const {
  return {m_chunks.size(), partKey(order.m_key, kChunksPart)};
}

EpochOrder Sequence::order(std::uint32_t epoch) const {
  EpochOrder order;
  order.m_epoch = epoch;
  order.m_key = mix64(m_seed ^ mix64(epoch));
  order.m_shuffled = m_shuffle != Shuffle::none;
  if (!m_grouped) {
    order.m_starts = {0, samples()};
    if (m_shuffle == Shuffle::queue) {
      order.m_queue = std::make_shared<QueueOrder>(samples(), m_queue, partKey(order.m_key, kQueuePart));
    } else if (order.m_shuffled) {
      order.m_whole = Permutation(samples(), partKey(order.m_key, kWholePart));
    }
    return order;
  }
  order.m_groupChunks = m_blocks;
  order.m_chunks = m_chunks;
  if (order.m_shuffled) {
    const Permutation permutation = chunkOrder(order);
    for (std::size_t i = 0; i < m_chunks.size(); ++i) order.m_chunks[i] = m_chunks[permutation(i)];
  }
  std::uint64_t position = 0;
  for (std::size_t i = 0; i < order.m_chunks.size(); ++i) {
    if (i % m_blocks == 0) order.m_starts.push_back(position);
    order.m_chunkStarts.push_back(position);
    position += membersOf(order.m_chunks[i]);
  }
  order.m_starts.push_back(position);
  return order;
}

void Sequence::samplesAt(const EpochOrder& order, std::uint64_t first, std::span<std::uint64_t> out) const {
  if (!m_grouped) {
    if (order.m_queue)
      order.m_queue->ranksAt(first, out);
    else
      permuted(order.m_whole, first, out);
    if (!m_draws) return m_index->select(out);
    for (std::uint64_t& sample : out) sample = m_draws->sample(sample, order.m_key);
    return;
  }
  for (std::size_t done = 0; done < out.size();) {
    const std::uint64_t number = order.groupAt(first + done);
    const GroupOrder group = order.group(number);
    const std::uint64_t within = first + done - group.first;
    const auto part = out.subspan(done, std::min<std::uint64_t>(out.size() - done, group.samples - within));
    group.membersAt(within, part);
    const auto starts = std::span(order.m_chunkStarts).subspan(number * order.m_groupChunks, group.chunks.size());
    for (std::uint64_t& place : part) {
      place += group.first;
      const auto chunk = static_cast<std::size_t>(std::ranges::upper_bound(starts, place) - starts.begin()) - 1;
      place = m_index->rank(group.chunks[chunk] * m_chunkSamples) + place - starts[chunk];
    }
    m_index->select(part);
    done += part.size();
  }
}

std::uint64_t Sequence::positionInGroup(const EpochOrder& order, std::uint64_t sample) const {
  const std::uint64_t chunk = sample / m_chunkSamples;
  const auto stored = static_cast<std::uint64_t>(std::ranges::lower_bound(m_chunks, chunk) - m_chunks.begin());
  const std::uint64_t place = order.m_shuffled ? chunkOrder(order).positionOf(stored) : stored;
  const GroupOrder group = order.group(place / order.m_groupChunks);
  const std::uint64_t inChunk = m_index->rank(sample) - m_index->rank(chunk * m_chunkSamples);
  const std::uint64_t member = order.m_chunkStarts[place] - group.first + inChunk;
  return group.first + (group.permutation.size() == 0 ? member : group.permutation.positionOf(member));
}

std::vector<std::uint64_t> Sequence::queuedPositions(const EpochOrder& order, std::uint64_t rank) const {
  constexpr std::uint64_t kBlock = 4096;
  std::vector<std::uint64_t> ranks(std::min(kBlock, samples()));
  for (std::uint64_t first = 0; first < samples(); first += ranks.size()) {
    const auto block = std::span(ranks).first(std::min<std::uint64_t>(ranks.size(), samples() - first));
    order.m_queue->ranksAt(first, block);
    const auto found = std::ranges::find(block, rank);
    if (found != block.end()) return {first + static_cast<std::uint64_t>(found - block.begin())};
  }
  return {};
}

std::vector<std::uint64_t> Sequence::positionsOf(const EpochOrder& order, std::uint64_t sample) const {
  if (m_index->rank(sample + 1) == m_index->rank(sample)) return {};
  const auto inverse = [&](std::uint64_t place) {
    return order.m_whole.size() == 0 ? place : order.m_whole.positionOf(place);
  };
  if (m_draws) {
    std::vector<std::uint64_t> positions = m_draws->drawsOf(sample, order.m_key, samples());
    std::ranges::transform(positions, positions.begin(), inverse);
    std::ranges::sort(positions);
    return positions;
  }
  if (m_grouped) return {positionInGroup(order, sample)};
  const std::uint64_t rank = m_index->rank(sample);
  if (order.m_queue) return queuedPositions(order, rank);
  return {inverse(rank)};
}

}  // namespace masu::loader
