// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/pyramid_builder.h"

#include <algorithm>

#include "core/base/byte_record.h"

namespace masu::ingest {
namespace {

constexpr std::size_t kFlushBytes = std::size_t{256} << 10U;

}  // namespace

PyramidBuilder::PyramidBuilder(const store::MinMax& extremes, std::span<const store::PyramidLevel> levels,
                               store::DatasetWriter& writer, std::size_t firstObject)
    : m_extremes(extremes),
      m_levels(levels),
      m_writer(writer),
      m_firstObject(firstObject),
      m_above(levels.empty() ? 0 : levels.size() - 1) {}

Result<std::vector<std::byte>> PyramidBuilder::reduce(std::uint64_t recording, std::uint64_t first,
                                                      std::span<const std::byte> frames) const {
  if (m_levels.empty()) return std::vector<std::byte>();
  const std::uint64_t count = frames.size() / m_extremes.frameBytes();
  std::vector<std::byte> entries((count + store::kPyramidBase - 1) / store::kPyramidBase * m_extremes.entryBytes());
  for (std::uint64_t frame = 0, block = 0; frame < count; frame += store::kPyramidBase, ++block) {
    m_extremes.ofFrames(frames.data() + frame * m_extremes.frameBytes(), std::min(store::kPyramidBase, count - frame),
                        entries.data() + block * m_extremes.entryBytes());
  }
  MASU_CHECK(m_writer.write(m_firstObject, m_levels.front().start(recording) + first / store::kPyramidBase, entries));
  return entries;
}

Result<void> PyramidBuilder::fold(std::span<const std::byte> finest, bool last) {
  const std::size_t size = m_extremes.entryBytes();
  const auto done = [&]() -> Result<void> {
    for (std::size_t at = 0; at < finest.size() && !m_above.empty(); at += size)
      MASU_CHECK(rise(0, finest.subspan(at, size)));
    for (std::size_t level = 0; last && level < m_above.size(); ++level) MASU_CHECK(close(level));
    return {};
  };
  const Result<void> folded = done();
  m_failed = m_failed || !folded;
  return folded;
}

std::optional<std::vector<std::byte>> PyramidBuilder::save() const {
  if (m_failed) return std::nullopt;
  ByteWriter state;
  for (const Level& level : m_above) {
    state.put(level.below);
    state.put(level.ready);
    state.put(level.written);
  }
  return state.take();
}

bool PyramidBuilder::restore(std::span<const std::byte> state) {
  ByteReader in(state);
  const std::size_t size = m_extremes.entryBytes();
  for (std::size_t i = 0; i < m_above.size(); ++i) {
    Level& level = m_above[i];
    in.get(level.below);
    in.get(level.ready);
    in.get(level.written);
    const std::uint64_t blocks = m_levels[i + 1].blocks();
    const bool whole = level.below.size() % size == 0 && level.ready.size() % size == 0;
    const bool fits = level.written <= blocks && level.ready.size() / size <= blocks - level.written;
    if (!whole || !fits || level.below.size() >= store::kPyramidStep * size) return false;
  }
  return in.atEnd();
}

std::vector<std::uint64_t> PyramidBuilder::written() const {
  std::vector<std::uint64_t> blocks;
  for (const Level& level : m_above) blocks.push_back(level.written);
  return blocks;
}

/// Takes an entry of the level below.
Result<void> PyramidBuilder::rise(std::size_t level, std::span<const std::byte> entry) {
  std::vector<std::byte>& below = m_above[level].below;
  below.insert(below.end(), entry.begin(), entry.end());
  return below.size() == store::kPyramidStep * entry.size() ? close(level) : Result<void>();
}

/// Makes a block of what the level below has brought, and hands it on.
Result<void> PyramidBuilder::close(std::size_t level) {
  Level& made = m_above[level];
  const std::size_t size = m_extremes.entryBytes();
  if (!made.below.empty()) {
    const std::size_t at = made.ready.size();
    made.ready.resize(at + size);
    m_extremes.ofEntries(made.below.data(), made.below.size() / size, made.ready.data() + at);
    made.below.clear();
    if (level + 1 < m_above.size()) MASU_CHECK(rise(level + 1, std::span(made.ready).subspan(at, size)));
  }
  // The end of the recordings is known here only by count.
  const bool all = made.written + made.ready.size() / size == m_levels[level + 1].blocks();
  return made.ready.size() >= kFlushBytes || all ? flush(level) : Result<void>();
}

Result<void> PyramidBuilder::flush(std::size_t level) {
  Level& made = m_above[level];
  if (made.ready.empty()) return {};
  MASU_CHECK(m_writer.write(m_firstObject + 1 + level, made.written, made.ready));
  made.written += made.ready.size() / m_extremes.entryBytes();
  made.ready.clear();
  return {};
}

}  // namespace masu::ingest
