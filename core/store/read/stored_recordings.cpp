// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/stored_recordings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/store/format/convert.h"
#include "core/store/format/layout.h"
#include "core/store/format/min_max.h"
#include "core/store/read/dataset.h"

namespace masu::store {
namespace {

constexpr std::uint64_t kReadBytes = std::uint64_t{4} << 20U;

bool fits(const ObjectInfo& level, const PyramidLevel& layout, const ObjectInfo& recordings) {
  return level.dtype == recordings.dtype && level.samples == layout.blocks() &&
         level.sampleShape == std::vector<std::uint64_t>{recordings.sampleShape.front(), 2};
}

}  // namespace

std::optional<StoredRecordings> StoredRecordings::of(std::shared_ptr<const Dataset> dataset) {
  if (!dataset) return std::nullopt;
  StoredRecordings made;
  const auto recordings = wholeObject(*dataset, layout::kRecordings);
  const auto windows = wholeObject(*dataset, layout::kWindows);
  if (!recordings || !windows) return std::nullopt;
  made.m_recordings = *recordings;
  made.m_windows = *windows;
  std::vector<std::uint64_t> lengths;
  made.m_starts.push_back(0);
  for (const SourceFile& source : dataset->meta().sources) {
    lengths.push_back(source.records);
    made.m_starts.push_back(made.m_starts.back() + source.records);
  }
  for (PyramidLevel& layout : pyramidOver(lengths)) {
    const auto level = wholeObject(*dataset, layout.name());
    if (!level || !fits(*level, layout, made.m_recordings)) break;
    made.m_levels.push_back({*level, std::move(layout)});
  }
  const table::Schema& schema = dataset->meta().schema;
  if (isAffine(made.m_recordings, schema)) {
    for (const std::size_t index : schema.indicesOf(table::Role::feature)) {
      made.m_scale.push_back(schema.columns[index].scale);
      made.m_offset.push_back(schema.columns[index].offset);
    }
  }
  made.m_dataset = std::move(dataset);
  return made;
}

const StoredRecordings::Level* StoredRecordings::levelFor(double perColumn) const {
  const auto coarser = std::ranges::find_if(
      m_levels, [&](const Level& level) { return static_cast<double>(level.layout.frames()) > perColumn; });
  return coarser == m_levels.begin() ? nullptr : &*std::prev(coarser);
}

std::uint64_t StoredRecordings::blockFor(double perColumn) const {
  if (const Level* level = levelFor(perColumn)) return level->layout.frames();
  std::uint64_t block = 1;
  while (static_cast<double>(block * kPyramidStep) <= perColumn) block *= kPyramidStep;
  return block;
}

Result<RecordingSpan> StoredRecordings::read(const Request& request, const JobContext& job) const {
  Request clamped = request;
  const std::uint64_t all = frames(request.recording);
  clamped.first = std::min(request.first, all);
  clamped.frames = std::min(request.frames, all - clamped.first);
  clamped.firstChannel = std::min(request.firstChannel, channels());
  clamped.channels = std::min(request.channels, channels() - clamped.firstChannel);
  RecordingSpan span;
  span.recording = request.recording;
  span.firstChannel = clamped.firstChannel;
  span.low.resize(clamped.channels);
  if (const Level* level = levelFor(request.perColumn)) {
    MASU_CHECK(readLevel(*level, clamped, span, job));
  } else {
    MASU_CHECK(readFrames(clamped, span, job));
  }
  return span;
}

Result<void> StoredRecordings::readLevel(const Level& level, const Request& request, RecordingSpan& span,
                                         const JobContext& job) const {
  const std::uint64_t block = level.layout.frames();
  const std::uint64_t start = level.layout.start(request.recording);
  const std::uint64_t from = request.first / block;
  const std::uint64_t last =
      std::min((request.first + request.frames + block - 1) / block, level.layout.start(request.recording + 1) - start);
  const std::uint64_t step = std::max<std::uint64_t>(1, kReadBytes / level.object.sampleBytes());
  span.block = block;
  span.first = from * block;
  span.high.resize(request.channels);
  std::vector<std::byte> entries;
  for (std::uint64_t at = from; at < last; at += step) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(step, last - at);
    entries.resize(count * level.object.sampleBytes());
    MASU_CHECK(m_dataset->read(level.object, start + at, count, entries));
    append(entries, 2, span);
  }
  return {};
}

Result<void> StoredRecordings::readFrames(const Request& request, RecordingSpan& span, const JobContext& job) const {
  const MinMax extremes(m_recordings.dtype, channels(), !m_scale.empty());
  const std::uint64_t block = blockFor(request.perColumn);
  const std::uint64_t end = request.first + request.frames;
  const std::uint64_t step = std::max<std::uint64_t>(1, kReadBytes / (extremes.frameBytes() * block)) * block;
  span.block = block;
  span.first = request.first / block * block;
  if (block > 1) span.high.resize(request.channels);
  std::vector<std::byte> frames;
  std::vector<std::byte> entries;
  for (std::uint64_t at = span.first; at < end; at += step) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t reach = std::min(this->frames(request.recording), (end + block - 1) / block * block);
    const std::uint64_t count = std::min(step, reach - at);
    frames.resize(count * extremes.frameBytes());
    MASU_CHECK(m_dataset->read(m_recordings, m_starts[request.recording] + at, count, frames));
    if (block == 1) {
      append(frames, 1, span);
      continue;
    }
    entries.resize((count + block - 1) / block * extremes.entryBytes());
    for (std::uint64_t frame = 0, i = 0; frame < count; frame += block, ++i) {
      extremes.ofFrames(frames.data() + frame * extremes.frameBytes(), std::min(block, count - frame),
                        entries.data() + i * extremes.entryBytes());
    }
    append(entries, 2, span);
  }
  return {};
}

/// `apart`: the stored values of each channel, one for frames and two for entries.
void StoredRecordings::append(std::span<const std::byte> stored, std::size_t apart, RecordingSpan& span) const {
  std::vector<double> values(stored.size() / table::sizeOf(m_recordings.dtype));
  toDouble(m_recordings.dtype, stored, values);
  const std::size_t across = channels() * apart;
  const double missing = table::lowest(m_recordings.dtype);
  const auto physical = [&](double value, std::size_t channel) {
    if (m_scale.empty()) return static_cast<float>(value);
    if (value == missing) return std::numeric_limits<float>::quiet_NaN();
    return static_cast<float>(value * m_scale[channel] + m_offset[channel]);
  };
  for (std::size_t c = 0; c < span.low.size(); ++c) {
    const std::size_t channel = span.firstChannel + c;
    for (std::size_t at = channel * apart; at < values.size(); at += across) {
      span.low[c].push_back(physical(values[at], channel));
      if (apart == 2) span.high[c].push_back(physical(values[at + 1], channel));
    }
  }
}

Result<StoredWindow> StoredRecordings::place(std::uint64_t sample) const {
  StoredWindow window;
  MASU_CHECK(m_dataset->read(m_windows, sample, 1, std::as_writable_bytes(std::span(&window, 1))));
  return window;
}

Result<std::vector<PlacedWindow>> StoredRecordings::windows(std::uint64_t recording, std::uint64_t first,
                                                            std::uint64_t frames, std::size_t limit) const {
  // Windows are in the order of recordings and starts, so those that begin inside a span follow each other.
  const auto lowerBound = [&](std::uint64_t of, std::uint64_t start) -> Result<std::uint64_t> {
    std::uint64_t low = 0;
    std::uint64_t high = m_windows.samples;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      MASU_TRY(const StoredWindow there, place(middle));
      const bool below = there.recording < of || (there.recording == of && there.start < start);
      (below ? low : high) = below ? middle + 1 : middle;
    }
    return low;
  };
  const std::uint64_t length = m_dataset->meta().window;
  MASU_TRY(const std::uint64_t from, lowerBound(recording, first > length ? first - length : 0));
  MASU_TRY(const std::uint64_t last, lowerBound(recording, first + frames));
  std::vector<PlacedWindow> placed;
  const std::uint64_t count = std::min<std::uint64_t>(last - std::min(from, last), limit);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t sample = from + i * (last - from) / count;
    MASU_TRY(const StoredWindow there, place(sample));
    if (there.start + there.length > first) placed.push_back({sample, there.start, there.length});
  }
  return placed;
}

}  // namespace masu::store
