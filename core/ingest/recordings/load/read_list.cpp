// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/read_list.h"

#include <algorithm>
#include <string>

#include "core/base/units.h"
#include "core/ingest/recordings/read/segments.h"
#include "core/store/format/object_info.h"
#include "core/store/format/pyramid.h"

namespace masu::ingest {
namespace {

constexpr std::uint64_t kBlockValues = std::uint64_t{1} << 18;

/// Blocks begin where blocks of the pyramid do, if there is one.
std::vector<RecordingBlock> blocksOf(const ImportPlan& plan, const UsableRecordings& usable) {
  const bool pyramid = !store::pyramidOver(lengthsOf(plan)).empty();
  const std::uint64_t even = pyramid ? store::kPyramidBase : 1;
  const std::uint64_t step = std::max(even, kBlockValues / plan.recordings().channelNames.size() / even * even);
  std::vector<RecordingBlock> blocks;
  std::uint64_t place = 0;
  for (std::uint64_t recording = 0; recording < usable.planned.size(); ++recording) {
    const std::uint64_t frames = plan.recordings().files[usable.planned[recording]].frames;
    for (std::uint64_t first = 0; first < frames; first += step)
      blocks.push_back({recording, first, std::min(step, frames - first), place + first, frames - first <= step});
    place += frames;
  }
  return blocks;
}

}  // namespace

ReadList::ReadList(const ImportPlan& plan, const UsableRecordings& usable) : m_plan(plan), m_usable(usable) {
  if (whole()) {
    m_blocks = blocksOf(plan, usable);
    return;
  }
  m_sampleBytes = plan.recordings().channelNames.size() * plan.recordings().window * table::sizeOf(plan.dtype);
  m_chunkSamples = store::chunkSamplesFor(m_sampleBytes);
}

std::uint64_t ReadList::parts() const {
  return whole() ? m_blocks.size() : ceilDivide(m_usable.windows.size(), m_chunkSamples);
}

std::uint64_t ReadList::bytesOf(std::uint64_t part) const {
  return whole() ? readOf(m_blocks[part]).bytes : samplesOf(part) * m_sampleBytes;
}

std::uint64_t ReadList::countOf(std::uint64_t part) const {
  return whole() || holdsRows(m_plan) ? 1 : samplesOf(part);
}

std::uint64_t ReadList::samplesOf(std::uint64_t part) const {
  return std::min(m_chunkSamples, m_usable.windows.size() - part * m_chunkSamples);
}

std::vector<RecordingRead> ReadList::of(std::uint64_t part) const {
  if (whole()) return {readOf(m_blocks[part])};
  return readsOf(windowsOf(part));
}

std::vector<waveform::Window> ReadList::windowsOf(std::uint64_t part) const {
  const std::uint64_t first = part * m_chunkSamples;
  std::vector<waveform::Window> windows(samplesOf(part));
  for (std::uint64_t i = 0; i < windows.size(); ++i) windows[i] = m_usable.windows.at(first + i);
  return windows;
}

std::vector<RecordingRead> ReadList::readsOf(std::span<const waveform::Window> windows) const {
  const bool rows = holdsRows(m_plan);
  std::vector<RecordingRead> reads;
  for (std::size_t i = 0; i < windows.size();) {
    std::size_t count = 1;
    const auto follows = [&](const waveform::Window& next) {
      return next.recording == windows[i].recording && next.start == windows[i].start + count;
    };
    while (rows && i + count < windows.size() && follows(windows[i + count])) ++count;
    RecordingRead read{windows[i], count, count * m_sampleBytes};
    read.window.recording = m_usable.planned[read.window.recording];
    if (rows) read.window.present = count;
    reads.push_back(read);
    i += count;
  }
  return reads;
}

RecordingRead ReadList::readOf(const RecordingBlock& block) const {
  const std::uint64_t frameBytes = m_plan.recordings().channelNames.size() * table::sizeOf(m_plan.dtype);
  return {{0, m_usable.planned[block.recording], block.first, block.frames}, 1, block.frames * frameBytes};
}

Result<unsigned> ReadList::threadsFor(std::uint64_t held, const Resources& resources) const {
  const auto most = std::min<std::uint64_t>(resources.threads, parts());
  if (whole()) return static_cast<unsigned>(most);
  const std::uint64_t memory = resources.memoryBytes - std::min(held, resources.memoryBytes);
  std::uint64_t channels = 1;
  for (const RecordingPlan& recording : m_plan.recordings().files)
    channels = std::max<std::uint64_t>(channels, recording.channels);
  const std::uint64_t frames = holdsRows(m_plan) ? m_chunkSamples : m_plan.recordings().window;
  const std::uint64_t threadBytes = 2 * m_chunkSamples * m_sampleBytes + frames * channels * sizeof(double);
  if (threadBytes > memory) {
    return fail(Errc::outOfMemory,
                MASU_TEXT("core",
                          "Cutting windows of {0} frames takes {1} bytes of memory, and {2} are allowed. Choose a "
                          "shorter window, or allow more memory."),
                {std::to_string(m_plan.recordings().window), std::to_string(threadBytes), std::to_string(memory)});
  }
  return static_cast<unsigned>(std::clamp<std::uint64_t>(memory / threadBytes, 1, std::max<std::uint64_t>(most, 1)));
}

}  // namespace masu::ingest
