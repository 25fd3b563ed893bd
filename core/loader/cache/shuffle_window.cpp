// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/shuffle_window.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/units.h"
#include "core/loader/read/chunk_reading.h"

namespace masu::loader {

namespace {

/// Enough for any number of threads, and few enough that lists of ranges stay small beside the rows.
constexpr std::uint64_t kSlices = 32;
constexpr std::uint64_t kLeastSlice = 4096;
/// Samples of a window that make a range worth its bookkeeping.
constexpr std::uint64_t kStretchEntries = 64;
/// Reading on over a gap of this size is cheaper than another call.
constexpr std::uint64_t kGapBytes = std::uint64_t{16} << 10U;
/// What is read at once stays in the second cache until its samples were copied out.
constexpr std::uint64_t kRunBytes = std::uint64_t{512} << 10U;

/// What one thread reads into.
std::span<std::byte> scratch(std::uint64_t bytes) {
  thread_local std::vector<std::byte> memory;
  if (memory.size() < bytes) memory.resize(bytes);
  return std::span(memory).first(bytes);
}

void prefetchForWriting(std::byte* row, std::uint64_t bytes) {
  constexpr std::uint64_t kLine = 64;
  constexpr std::uint64_t kLines = 4;
  for (std::uint64_t line = 0; line < std::min(bytes / kLine + 1, kLines); ++line) {
    __builtin_prefetch(row + line * kLine, 1);
  }
}

}  // namespace

void ShuffleWindow::open(std::shared_ptr<const EpochOrder> epoch, std::uint64_t first, std::uint64_t samples) {
  m_epoch = std::move(epoch);
  m_first = first;
  m_samples = samples;
  const std::uint64_t all = m_source.sequence.index().datasetSamples();
  const std::uint64_t chunk = m_source.sequence.chunkSamples();
  // A queue draws its order one by one: two slices at once would restart it for each other.
  m_sliceSamples = m_epoch->inTurn() ? samples : std::max(kLeastSlice, ceilDivide(samples, kSlices));
  m_slices = ceilDivide(samples, m_sliceSamples);
  const std::uint64_t sparse = ceilDivide(all, ceilDivide(samples, kStretchEntries));
  // An entry stores its place in a range in 32 bits.
  const std::uint64_t most = std::numeric_limits<std::uint32_t>::max() / chunk;
  m_rangeSamples = std::clamp<std::uint64_t>(ceilDivide(sparse, chunk), 1, std::max<std::uint64_t>(most, 1)) * chunk;
  m_ranges = ceilDivide(all, m_rangeSamples);
  m_starts.resize(m_slices * (m_ranges + 1));
  if (m_capacity >= samples) return;
  resizeExactly(m_sampleAt, samples);
  resizeExactly(m_entries, samples);
  for (const Field field : kFields) {
    if (m_source.residencies[indexOf(field)] != Residency::window) continue;
    m_bytes[indexOf(field)] = io::LargeBuffer(samples * m_source.fields.object(field)->sampleBytes());
  }
  m_capacity = samples;
}

void ShuffleWindow::locate(std::uint64_t within, std::span<std::uint64_t> samples,
                           std::span<std::uint64_t> rows) const {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = within + i;
    samples[i] = m_sampleAt[within + i];
  }
}

Result<void> ShuffleWindow::load(std::size_t task) {
  if (task >= m_slices) return readRange(task - m_slices);
  orderSlice(task);
  return {};
}

void ShuffleWindow::orderSlice(std::size_t slice) {
  const std::uint64_t begin = slice * m_sliceSamples;
  const std::uint64_t end = std::min(begin + m_sliceSamples, m_samples);
  const std::span<std::uint32_t> starts = std::span(m_starts).subspan(slice * (m_ranges + 1), m_ranges + 1);
  std::ranges::fill(starts, 0U);
  for (std::uint64_t piece = begin; piece < end; piece += kLeastSlice) {
    const std::span<std::uint64_t> samples = std::span(m_sampleAt).subspan(piece, std::min(kLeastSlice, end - piece));
    m_source.sequence.samplesAt(*m_epoch, m_first + piece, samples);
    for (const std::uint64_t sample : samples) ++starts[sample / m_rangeSamples];
  }
  // Ends first; putting entries down from the last to the first leaves the starts.
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts) start = sum += start;
  Entry* const entries = m_entries.data() + begin;
  for (std::uint64_t row = end; row-- > begin;) {
    const std::uint64_t range = m_sampleAt[row] / m_rangeSamples;
    entries[--starts[range]] = {static_cast<std::uint32_t>(row),
                                static_cast<std::uint32_t>(m_sampleAt[row] - range * m_rangeSamples)};
  }
}

Result<void> ShuffleWindow::readRange(std::size_t range) {
  thread_local std::vector<Entry> entries;
  entries.clear();
  for (std::size_t slice = 0; slice < m_slices; ++slice) {
    const std::uint32_t* const start = m_starts.data() + slice * (m_ranges + 1) + range;
    const Entry* const from = m_entries.data() + slice * m_sliceSamples;
    entries.insert(entries.end(), from + start[0], from + start[1]);
  }
  if (entries.empty()) return {};
  const auto [lowest, highest] = std::ranges::minmax_element(entries, {}, &Entry::offset);
  const std::uint64_t span = highest->offset - lowest->offset + std::uint64_t{1};
  bool sorted = false;
  for (const Field field : kFields) {
    if (m_source.residencies[indexOf(field)] != Residency::window) continue;
    const store::ObjectInfo& object = *m_source.fields.object(field);
    const std::uint64_t row = object.sampleBytes();
    // Errors name a chunk, so that nothing is read beyond the end of one.
    const bool oneChunk = m_rangeSamples == object.chunkSamples;
    const bool packed = object.compression != store::Compression::none && !object.cut;
    const std::uint64_t gap = object.cut ? 0 : kGapBytes;
    const bool dense = packed || (span * row <= kRunBytes && span * row <= entries.size() * (row + gap / 2));
    std::byte* const rows = m_bytes[indexOf(field)].data();
    if (oneChunk && dense) {
      MASU_CHECK(readWhole(object, range * m_rangeSamples, entries, rows));
      continue;
    }
    if (!std::exchange(sorted, true)) std::ranges::sort(entries, {}, &Entry::offset);
    MASU_CHECK(readRuns(object, range * m_rangeSamples, entries, rows));
  }
  return {};
}

/// One read for all, in no order.
Result<void> ShuffleWindow::readWhole(const store::ObjectInfo& object, std::uint64_t rangeFirst,
                                      std::span<const Entry> entries, std::byte* rows) const {
  constexpr std::size_t kAhead = 8;
  const std::uint64_t row = object.sampleBytes();
  const ChunkRange range = chunkRange(object, rangeFirst / object.chunkSamples);
  const std::span<std::byte> read = scratch(range.count * row);
  MASU_CHECK(readChunkNamed(m_source.dataset, object, rangeFirst / object.chunkSamples, read));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i + kAhead < entries.size()) prefetchForWriting(rows + entries[i + kAhead].row * row, row);
    std::memcpy(rows + entries[i].row * row, read.data() + entries[i].offset * row, row);
  }
  return {};
}

/// Requires: the entries in the order of the file.
Result<void> ShuffleWindow::readRuns(const store::ObjectInfo& object, std::uint64_t rangeFirst,
                                     std::span<const Entry> entries, std::byte* rows) const {
  const std::uint64_t row = object.sampleBytes();
  const bool packed = object.compression != store::Compression::none && !object.cut;
  const std::uint64_t gap = object.cut ? 1 : std::max<std::uint64_t>(1, kGapBytes / row);
  for (std::size_t begin = 0; begin < entries.size();) {
    std::uint64_t first = rangeFirst + entries[begin].offset;
    const std::uint64_t chunk = first / object.chunkSamples;
    const ChunkRange range = chunkRange(object, chunk);
    std::size_t end = begin + 1;
    for (; end < entries.size(); ++end) {
      const std::uint64_t next = rangeFirst + entries[end].offset;
      if (next >= range.first + range.count) break;
      if (packed) continue;
      if (entries[end].offset - entries[end - 1].offset > gap || (next - first + 1) * row > kRunBytes) break;
    }
    std::span<std::byte> read;
    if (packed) {
      first = range.first;
      read = scratch(range.count * row);
      MASU_CHECK(readChunkNamed(m_source.dataset, object, chunk, read));
    } else {
      const std::uint64_t count = rangeFirst + entries[end - 1].offset - first + 1;
      read = scratch(count * row);
      MASU_CHECK(readNamed(m_source.dataset, object, first, count, read));
    }
    for (; begin < end; ++begin) {
      const std::uint64_t at = rangeFirst + entries[begin].offset - first;
      std::memcpy(rows + entries[begin].row * row, read.data() + at * row, row);
    }
  }
  return {};
}

}  // namespace masu::loader
