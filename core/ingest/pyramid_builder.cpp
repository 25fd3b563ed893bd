#include "core/ingest/pyramid_builder.h"

#include <algorithm>
#include <utility>

namespace masu::ingest {
namespace {

constexpr std::size_t kFlushBytes = std::size_t{256} << 10U;

}  // namespace

PyramidBuilder::PyramidBuilder(const store::Extremes& extremes, std::span<const store::PyramidLevel> levels,
                               store::DatasetWriter& writer, std::size_t firstObject)
    : m_extremes(extremes),
      m_levels(levels),
      m_writer(writer),
      m_firstObject(firstObject),
      m_above(levels.empty() ? 0 : levels.size() - 1) {}

std::vector<std::byte> PyramidBuilder::finest(std::span<const std::byte> frames) const {
  const std::uint64_t count = frames.size() / m_extremes.frameBytes();
  std::vector<std::byte> entries((count + store::kPyramidBase - 1) / store::kPyramidBase * m_extremes.entryBytes());
  for (std::uint64_t frame = 0, block = 0; frame < count; frame += store::kPyramidBase, ++block) {
    m_extremes.ofFrames(frames.data() + frame * m_extremes.frameBytes(), std::min(store::kPyramidBase, count - frame),
                        entries.data() + block * m_extremes.entryBytes());
  }
  return entries;
}

Result<void> PyramidBuilder::add(const Stretch& stretch, std::span<const std::byte> frames) {
  if (m_levels.empty()) return {};
  std::vector<std::byte> entries = finest(frames);
  const std::uint64_t place = m_levels.front().start(stretch.recording) + stretch.first / store::kPyramidBase;
  MASU_CHECK(m_writer.write(m_firstObject, place, entries));
  const std::lock_guard lock(m_mutex);
  m_waiting.emplace(stretch.number, Waiting{std::move(entries), stretch.last});
  for (auto next = m_waiting.find(m_next); next != m_waiting.end(); next = m_waiting.find(m_next)) {
    MASU_CHECK(fold(next->second));
    m_waiting.erase(next);
    ++m_next;
  }
  return {};
}

Result<void> PyramidBuilder::fold(const Waiting& stretch) {
  const std::size_t size = m_extremes.entryBytes();
  for (std::size_t at = 0; at < stretch.entries.size() && !m_above.empty(); at += size)
    MASU_CHECK(rise(0, std::span(stretch.entries).subspan(at, size)));
  for (std::size_t level = 0; stretch.last && level < m_above.size(); ++level) MASU_CHECK(close(level));
  return {};
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
  // The end of the recordings cannot be told from here but by count.
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
