// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/reordering.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/units.h"
#include "core/flow/worker_pool.h"
#include "core/store/staging/shuffle_spill.h"

namespace masu::store {

namespace {

/// Bytes that a thread takes at a time, of samples as they were or as they become.
constexpr std::uint64_t kStepBytes = 1U << 20U;

/// Where in its bucket a sample belongs: what is before it in the scratch file.
using Place = std::uint32_t;

std::span<const std::byte> bytesOf(const Place& place) {
  return std::as_bytes(std::span(&place, 1));
}

/// One object of numbers on its way.
class PartReordering {
 public:
  PartReordering(const Reordering& order, const StagedObject& from, StagedObject& to)
      : m_order(order),
        m_from(from),
        m_to(to),
        m_samples(order.places.size()),
        m_sampleBytes(from.info().sampleBytes()),
        m_bucketLength(bucketLength()) {}

  Result<void> run();

 private:
  using Body = std::function<Result<void>(std::uint64_t first, std::uint64_t count)>;

  std::uint64_t bucketLength() const;
  Result<void> eachStep(std::uint64_t count, std::uint64_t step, const Body& body) const;
  /// Whole chunks, as they are stored, so that none is decoded twice.
  std::uint64_t stepLength() const;
  Result<std::vector<std::byte>> readStep(std::uint64_t first, std::uint64_t count) const;
  Result<void> placeAll();
  Result<void> scatterAll(ShuffleSpill& scatter) const;
  Result<void> place(const ShuffleSpill& scatter, std::size_t bucket);
  Result<void> write(std::uint64_t first, std::uint64_t count) const;
  void put(std::uint64_t place, std::span<const std::byte> sample) {
    std::memcpy(m_ordered.data() + place * m_sampleBytes, sample.data(), m_sampleBytes);
  }

  const Reordering& m_order;
  const StagedObject& m_from;
  StagedObject& m_to;
  std::uint64_t m_samples;
  std::uint64_t m_sampleBytes;
  std::uint64_t m_bucketLength;  ///< samples of a bucket: whole chunks
  std::vector<std::byte> m_ordered;
};

/// Half of the memory, which leaves a quarter to what waits to be scattered and a quarter to the threads.
std::uint64_t PartReordering::bucketLength() const {
  const std::uint64_t chunk = m_to.info().chunkSamples;
  const std::uint64_t most = std::numeric_limits<Place>::max();
  const std::uint64_t fitting = std::min(m_order.resources.memoryBytes / 2 / m_sampleBytes, most);
  return std::max(fitting / chunk, std::uint64_t{1}) * chunk;
}

std::uint64_t PartReordering::stepLength() const {
  const std::uint64_t chunk = m_from.info().chunkSamples;
  return std::max(kStepBytes / (chunk * m_sampleBytes), std::uint64_t{1}) * chunk;
}

Result<void> PartReordering::eachStep(std::uint64_t count, std::uint64_t step, const Body& body) const {
  // A step holds its samples as they are stored and as they become.
  const std::uint64_t fitting = m_order.resources.memoryBytes / 4 / (2 * step * m_sampleBytes);
  const auto threads = static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, 1, m_order.resources.threads));
  return flow::forEachIndex(
      ceilDivide(count, step), threads, m_order.job.stop,
      [&](std::size_t i, const std::stop_token&) { return body(i * step, std::min(step, count - i * step)); });
}

Result<std::vector<std::byte>> PartReordering::readStep(std::uint64_t first, std::uint64_t count) const {
  std::vector<std::byte> samples(count * m_sampleBytes);
  MASU_CHECK(m_from.read(first, samples));
  m_order.job.progress.add(samples.size());
  return samples;
}

Result<void> PartReordering::placeAll() {
  m_ordered.resize(m_samples * m_sampleBytes);
  return eachStep(m_samples, stepLength(), [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    MASU_TRY(const std::vector<std::byte> samples, readStep(first, count));
    for (std::uint64_t i = 0; i < count; ++i)
      put(m_order.places(first + i), std::span(samples).subspan(i * m_sampleBytes, m_sampleBytes));
    return {};
  });
}

Result<void> PartReordering::scatterAll(ShuffleSpill& scatter) const {
  const auto step = [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    MASU_TRY(const std::vector<std::byte> samples, readStep(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t place = m_order.places(first + i);
      const auto within = static_cast<Place>(place % m_bucketLength);
      MASU_CHECK(scatter.put(place / m_bucketLength, bytesOf(within),
                             std::span(samples).subspan(i * m_sampleBytes, m_sampleBytes)));
    }
    return {};
  };
  MASU_CHECK(eachStep(m_samples, stepLength(), step));
  return scatter.flush();
}

Result<void> PartReordering::place(const ShuffleSpill& scatter, std::size_t bucket) {
  const std::uint64_t recordBytes = sizeof(Place) + m_sampleBytes;
  const std::uint64_t records = scatter.bytesOf(bucket) / recordBytes;
  const std::uint64_t step = std::max(kStepBytes / recordBytes, std::uint64_t{1});
  return eachStep(records, step, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    std::vector<std::byte> read(count * recordBytes);
    MASU_CHECK(scatter.read(bucket, first * recordBytes, read));
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto record = std::span<const std::byte>(read).subspan(i * recordBytes, recordBytes);
      Place within = 0;
      std::memcpy(&within, record.data(), sizeof(Place));
      put(within, record.subspan(sizeof(Place)));
    }
    return {};
  });
}

Result<void> PartReordering::write(std::uint64_t first, std::uint64_t count) const {
  return eachStep(count, stepLength(), [&](std::uint64_t at, std::uint64_t samples) -> Result<void> {
    const auto bytes = std::span(m_ordered).subspan(at * m_sampleBytes, samples * m_sampleBytes);
    m_order.job.progress.add(bytes.size());
    return m_to.write(first + at, bytes);
  });
}

Result<void> PartReordering::run() {
  if (m_samples <= m_bucketLength) {
    MASU_CHECK(placeAll());
    return write(0, m_samples);
  }
  std::vector<std::uint64_t> ends;
  for (std::uint64_t first = 0; first < m_samples; first += m_bucketLength)
    ends.push_back(std::min(first + m_bucketLength, m_samples) * (sizeof(Place) + m_sampleBytes));
  MASU_TRY(ShuffleSpill scatter,
           ShuffleSpill::create(m_order.folder, std::move(ends), m_order.resources.memoryBytes / 4));
  MASU_CHECK(scatterAll(scatter));
  m_ordered.resize(m_bucketLength * m_sampleBytes);
  for (std::size_t bucket = 0; bucket < scatter.buckets(); ++bucket) {
    const std::uint64_t first = bucket * m_bucketLength;
    MASU_CHECK(place(scatter, bucket));
    MASU_CHECK(write(first, std::min(m_bucketLength, m_samples - first)));
    scatter.release(bucket);
  }
  return {};
}

}  // namespace

Result<void> Reordering::apply(const StagedObject& from, StagedObject& to) const {
  return PartReordering(*this, from, to).run();
}

Permutation shuffledPlaces(std::uint64_t samples, std::uint64_t seed) {
  // Different from the keys of epochs, so that an epoch of the same seed does not undo it.
  constexpr std::uint64_t kOfStorage = 0x53544F5245443031ULL;
  return {samples, mix64(seed ^ mix64(kOfStorage))};
}

}  // namespace masu::store
