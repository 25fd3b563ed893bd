// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/pyramid_joining.h"

#include <algorithm>
#include <optional>

#include "core/base/units.h"
#include "core/store/format/convert.h"
#include "core/store/format/min_max.h"
#include "core/store/format/pyramid.h"
#include "core/store/read/dataset.h"

namespace masu::rewrite {

namespace {

using store::Dataset;
using store::ObjectInfo;
using store::PyramidLevel;

constexpr std::size_t kMostLevels = 14;  // blocks of 2^45 frames
constexpr std::uint64_t kStepBytes = std::uint64_t{1} << 20U;

std::vector<std::uint64_t> lengthsOf(const Dataset& dataset) {
  std::vector<std::uint64_t> lengths;
  for (const store::SourceFile& source : dataset.meta().sources) lengths.push_back(source.records);
  return lengths;
}

/// A level of a dataset that is stored, or the frames themselves: blocks of one.
struct Blocks {
  ObjectInfo object;
  PyramidLevel layout;
};

std::optional<Blocks> storedLevel(const Dataset& dataset, const PyramidLevel& level) {
  PyramidLevel layout(level.frames(), lengthsOf(dataset));
  const auto object = store::wholeObject(dataset, level.name());
  if (!object || object->samples != layout.blocks()) return std::nullopt;
  return Blocks{*object, std::move(layout)};
}

bool hasItsPyramid(const Dataset& dataset) {
  const auto levels = store::pyramidOver(lengthsOf(dataset));
  return std::ranges::all_of(levels, [&](const auto& level) { return storedLevel(dataset, level).has_value(); });
}

/// Blocks of one level on their way into the writer.
class LevelWriter {
 public:
  LevelWriter(const PyramidJoining& joining, std::size_t object, const JobContext& job)
      : m_joining(joining), m_object(object), m_job(job) {}

  /// Those of all recordings of a dataset follow.
  Result<void> add(const Dataset& dataset, std::span<const PyramidLevel> levels, std::size_t level);
  Result<void> flush();

 private:
  Result<void> copy(const Dataset& dataset, const Blocks& stored);
  Result<void> reduce(const Dataset& dataset, const Blocks& finer, std::uint64_t frames);

  const PyramidJoining& m_joining;
  std::size_t m_object;
  const JobContext& m_job;
  std::vector<std::byte> m_ready;
  std::uint64_t m_written = 0;
  std::uint64_t m_entryBytes = 0;
};

Result<void> LevelWriter::add(const Dataset& dataset, std::span<const PyramidLevel> levels, std::size_t level) {
  if (const auto stored = storedLevel(dataset, levels[level])) return copy(dataset, *stored);
  // From the coarsest level there is: none has more than 4096 blocks in a recording, or this one would be there.
  for (std::size_t finer = level; finer-- > 0;) {
    if (const auto stored = storedLevel(dataset, levels[finer]))
      return reduce(dataset, *stored, levels[level].frames());
  }
  const auto recordings = store::wholeObject(dataset, "recordings");
  return reduce(dataset, {*recordings, PyramidLevel(1, lengthsOf(dataset))}, levels[level].frames());
}

Result<void> LevelWriter::copy(const Dataset& dataset, const Blocks& stored) {
  m_entryBytes = stored.object.sampleBytes();
  const std::uint64_t step = std::max<std::uint64_t>(1, kStepBytes / m_entryBytes);
  for (std::uint64_t first = 0; first < stored.object.samples; first += step) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(step, stored.object.samples - first);
    const std::size_t at = m_ready.size();
    m_ready.resize(at + count * m_entryBytes);
    MASU_CHECK(dataset.read(stored.object, first, count, std::span(m_ready).subspan(at)));
    MASU_CHECK(flush());
  }
  return {};
}

Result<void> LevelWriter::reduce(const Dataset& dataset, const Blocks& finer, std::uint64_t frames) {
  const ObjectInfo& object = finer.object;
  const bool ofFrames = finer.layout.frames() == 1;
  const std::uint64_t ratio = frames / finer.layout.frames();
  const bool codes = store::isAffine(*dataset.find("features"), dataset.meta().schema);
  const store::MinMax extremes(object.dtype, object.sampleShape.front(), codes);
  m_entryBytes = extremes.entryBytes();
  std::vector<std::byte> blocks;
  for (std::size_t recording = 0; recording < dataset.meta().sources.size(); ++recording) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t begin = finer.layout.start(recording);
    const std::uint64_t count = finer.layout.start(recording + 1) - begin;
    blocks.resize(count * object.sampleBytes());
    MASU_CHECK(dataset.read(object, begin, count, blocks));
    for (std::uint64_t at = 0; at < count; at += ratio) {
      const std::uint64_t together = std::min(ratio, count - at);
      const std::byte* from = blocks.data() + at * object.sampleBytes();
      m_ready.resize(m_ready.size() + m_entryBytes);
      std::byte* entry = m_ready.data() + m_ready.size() - m_entryBytes;
      if (ofFrames)
        extremes.ofFrames(from, together, entry);
      else
        extremes.ofEntries(from, together, entry);
    }
    if (m_ready.size() >= kStepBytes) MASU_CHECK(flush());
  }
  return {};
}

Result<void> LevelWriter::flush() {
  if (m_ready.empty()) return {};
  MASU_CHECK(m_joining.to.write(m_object, m_written, m_ready));
  m_written += m_ready.size() / m_entryBytes;
  m_ready.clear();
  return {};
}

}  // namespace

bool isPyramid(const ObjectInfo& object) {
  return object.name.starts_with("pyramid/");
}

std::vector<ObjectInfo> everyLevel(const ObjectInfo& recordings) {
  std::vector<ObjectInfo> levels;
  std::uint64_t frames = store::kPyramidBase;
  for (std::size_t i = 0; i < kMostLevels; ++i, frames *= store::kPyramidStep) {
    ObjectInfo& level = levels.emplace_back();
    level.name = PyramidLevel(frames, {}).name();
    level.dtype = recordings.dtype;
    level.sampleShape = {recordings.sampleShape.front(), 2};
    level.compression = recordings.compression;
  }
  return levels;
}

Result<void> joinPyramids(const PyramidJoining& joining, const JobContext& job) {
  if (!hasItsPyramid(joining.dataset) || !hasItsPyramid(joining.added)) return {};
  std::vector<std::uint64_t> lengths = lengthsOf(joining.dataset);
  const std::vector<std::uint64_t> more = lengthsOf(joining.added);
  lengths.insert(lengths.end(), more.begin(), more.end());
  const auto levels = store::pyramidOver(lengths);
  for (std::size_t level = 0; level < std::min(levels.size(), kMostLevels); ++level) {
    LevelWriter writer(joining, joining.firstObject + level, job);
    if (!storedLevel(joining.dataset, levels[level])) MASU_CHECK(writer.add(joining.dataset, levels, level));
    MASU_CHECK(writer.add(joining.added, levels, level));
    MASU_CHECK(writer.flush());
  }
  return {};
}

}  // namespace masu::rewrite
