// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/row_reader.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/loader/read/chunk_reading.h"

namespace masu::loader {

namespace {

/// Reading on over a gap of this size is cheaper than another call.
constexpr std::uint64_t kGapBytes = std::uint64_t{16} << 10U;

/// True where `sample` is read together with a run that ends at `last`. Runs end with their chunk, which an error can
/// name.
bool joins(const store::ObjectInfo& object, std::uint64_t last, std::uint64_t sample) {
  if (sample / object.chunkSamples != last / object.chunkSamples) return false;
  const std::uint64_t row = object.sampleBytes();
  return object.compression != store::Compression::none || (sample - last) * row <= std::max(kGapBytes, row);
}

}  // namespace

Result<std::span<const std::byte>> RowReader::read(const store::Dataset& dataset, const store::ObjectInfo& object,
                                                   std::span<const std::uint64_t> samples,
                                                   const std::stop_token& stop) {
  m_rows.resize(samples.size() * object.sampleBytes());
  m_order.resize(samples.size());
  std::iota(m_order.begin(), m_order.end(), 0U);
  std::sort(m_order.begin(), m_order.end(), [&](std::uint32_t a, std::uint32_t b) { return samples[a] < samples[b]; });
  for (std::size_t begin = 0; begin < m_order.size();) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    std::size_t end = begin + 1;
    while (end < m_order.size() && joins(object, samples[m_order[end - 1]], samples[m_order[end]])) {
      ++end;
    }
    MASU_CHECK(readRun(dataset, object, samples, begin, end));
    begin = end;
  }
  return std::span<const std::byte>(m_rows);
}

Result<void> RowReader::readRun(const store::Dataset& dataset, const store::ObjectInfo& object,
                                std::span<const std::uint64_t> samples, std::size_t begin, std::size_t end) {
  const std::uint64_t row = object.sampleBytes();
  std::uint64_t first = samples[m_order[begin]];
  if (object.compression == store::Compression::none) {
    const std::uint64_t count = samples[m_order[end - 1]] - first + 1;
    m_run.resize(count * row);
    MASU_CHECK(readNamed(dataset, object, first, count, m_run));
  } else {
    const std::uint64_t chunk = first / object.chunkSamples;
    const ChunkRange range = chunkRange(object, chunk);
    m_run.resize(range.count * row);
    MASU_CHECK(readChunkNamed(dataset, object, chunk, m_run));
    first = range.first;
  }
  for (std::size_t i = begin; i < end; ++i) {
    std::memcpy(m_rows.data() + m_order[i] * row, m_run.data() + (samples[m_order[i]] - first) * row, row);
  }
  return {};
}

}  // namespace masu::loader
