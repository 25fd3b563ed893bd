// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/recordings/load/window_facts.h"
#include "core/ingest/recordings/load/window_storing.h"
#include "core/ingest/recordings/read/channel_values.h"
#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/recordings/read/segments.h"
#include "core/ingest/recordings/read/window_reader.h"

namespace masu::ingest {
namespace {

/// What the threads of one cut share.
struct Cut {
  const ImportPlan& plan;
  const UsableRecordings& usable;
  const RecordingTarget& target;
  Progress& progress;
  std::uint64_t sampleBytes;
  std::uint64_t chunkSamples;
  OrderedStats stats;
  ReadSums sums;  ///< of the chunks that are merged
  Failures failures;
  std::atomic<std::uint64_t> nextChunk;

  std::uint64_t chunks() const { return (usable.windows.size() + chunkSamples - 1) / chunkSamples; }
  std::uint64_t samplesOf(std::uint64_t parts) const { return std::min(parts * chunkSamples, usable.windows.size()); }
  RecordingJournal::Reach reachOf(std::uint64_t parts) const {
    return {std::vector(objectsOf(plan).size(), samplesOf(parts)), samplesOf(parts), {}, sums};
  }
};

/// Of a table, rows that follow each other in their file: there are too many to read them one by one.
std::size_t togetherFrom(const Cut& cut, std::span<const waveform::Window> windows) {
  if (!holdsRows(cut.plan)) return 1;
  std::size_t count = 1;
  while (count < windows.size() && windows[count].recording == windows.front().recording &&
         windows[count].start == windows.front().start + count)
    ++count;
  return count;
}

/// Reads windows that togetherFrom() found.
Result<void> readTogether(const Cut& cut, waveform::Window window, std::uint64_t count, WindowReader& reader,
                          std::span<std::byte> out, ChannelStats& stats) {
  if (!holdsRows(cut.plan)) return reader.read(window, out, stats);
  window.present = count;
  std::vector<std::byte> columns(out.size());
  MASU_CHECK(reader.read(window, columns, stats));
  interleave(columns, count, table::sizeOf(cut.plan.dtype), out);
  return {};
}

/// The samples of a chunk, and what they came from.
struct Chunk {
  std::vector<waveform::Window> windows;
  std::vector<std::byte> values;
  ChannelStats stats;
  std::vector<ReadSums::Sum> sums;
};

/// What is done with a recording that cannot be read. Errors: that ends the chunk.
using OnFailure = std::function<Result<void>(std::uint64_t recording, Error error)>;

Result<void> readChunk(const Cut& cut, std::uint64_t number, WindowReader& reader, const std::stop_token& stop,
                       const OnFailure& onFailure, Chunk& chunk) {
  const std::uint64_t first = number * cut.chunkSamples;
  const std::uint64_t count = std::min(cut.chunkSamples, cut.usable.windows.size() - first);
  chunk.values.resize(count * cut.sampleBytes);
  chunk.windows.resize(count);
  for (std::uint64_t i = 0; i < count; ++i) chunk.windows[i] = cut.usable.windows.at(first + i);
  chunk.stats.assign(cut.plan.recordings().channelNames.size(), ChannelTally());
  chunk.sums.clear();
  std::uint64_t together = 1;
  for (std::uint64_t i = 0; i < count; i += together) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    waveform::Window planned = chunk.windows[i];
    planned.recording = cut.usable.planned[planned.recording];
    together = togetherFrom(cut, std::span(chunk.windows).subspan(i));
    if (cut.failures.any() && cut.failures.holds(planned.recording)) continue;
    const auto out = std::span(chunk.values).subspan(i * cut.sampleBytes, together * cut.sampleBytes);
    if (auto read = readTogether(cut, planned, together, reader, out, chunk.stats); !read)
      MASU_CHECK(onFailure(planned.recording, std::move(read.error())));
    chunk.sums.push_back(ReadSums::sumOf(planned.recording, planned.start, out));
  }
  return {};
}

Result<void> cutChunk(Cut& cut, std::uint64_t number, WindowReader& reader, Chunk& chunk, const std::stop_token& stop) {
  const auto leaveOut = [&](std::uint64_t recording, Error error) -> Result<void> {
    if (error.code == Errc::outOfMemory) return fail(std::move(error));
    cut.failures.add(recording, std::move(error));
    return {};
  };
  MASU_CHECK(readChunk(cut, number, reader, stop, leaveOut, chunk));
  cut.progress.add(chunk.windows.size());
  if (cut.failures.any()) return {};
  const std::uint64_t first = number * cut.chunkSamples;
  MASU_CHECK(cut.target.writer.write(0, first, chunk.values));
  MASU_CHECK(writeFacts({cut.plan, cut.usable, cut.target.writer, 1}, first, chunk.windows));
  MASU_CHECK(cut.stats.add(number, std::move(chunk.stats), [&cut, sums = std::move(chunk.sums)]() -> Result<void> {
    cut.sums.add(sums);
    return {};
  }));
  cut.progress.addSamples(chunk.windows.size());
  return cut.target.journal.look(cut.stats, [&](std::uint64_t parts) { return cut.reachOf(parts); });
}

/// Errors: what was read of a recording before is not what it holds now.
Result<void> compareRead(const Cut& cut, unsigned threads, std::uint64_t memory, const JobContext& job) {
  const auto refuse = [](std::uint64_t, Error error) -> Result<void> { return fail(std::move(error)); };
  const auto read = [&](std::uint64_t part, WindowReader& reader,
                        const std::stop_token& stop) -> Result<std::vector<ReadSums::Sum>> {
    Chunk chunk;
    MASU_CHECK(readChunk(cut, part, reader, stop, refuse, chunk));
    return std::move(chunk.sums);
  };
  return cut.sums.compare(cut.plan, cut.target.cache, std::min(cut.target.from.parts, cut.chunks()), threads, memory,
                          job, read);
}

/// Threads that fit the memory allowed beside what is held. Errors: not even one does.
Result<unsigned> threadsFor(const ImportPlan& plan, const Cut& cut, const Resources& resources) {
  const std::uint64_t held = cut.target.cache != nullptr ? cut.target.cache->bytes().value : 0;
  const std::uint64_t memory = resources.memoryBytes - std::min(held, resources.memoryBytes);
  std::uint64_t channels = 1;
  for (const RecordingPlan& recording : plan.recordings().files)
    channels = std::max<std::uint64_t>(channels, recording.channels);
  const std::uint64_t chunkBytes = cut.chunkSamples * cut.sampleBytes;
  const std::uint64_t frames = holdsRows(plan) ? cut.chunkSamples : plan.recordings().window;
  const std::uint64_t threadBytes = 2 * chunkBytes + frames * channels * sizeof(double);
  if (threadBytes > memory) {
    return fail(Errc::outOfMemory,
                MASU_TEXT("core",
                          "Cutting windows of {0} frames takes {1} bytes of memory, and {2} are allowed. Choose a "
                          "shorter window, or allow more memory."),
                {std::to_string(plan.recordings().window), std::to_string(threadBytes), std::to_string(memory)});
  }
  const std::uint64_t fitting = std::min<std::uint64_t>(memory / threadBytes, cut.chunks());
  return static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, 1, resources.threads));
}

}  // namespace

Result<WindowStats> cutWindows(const ImportPlan& plan, const UsableRecordings& usable, const RecordingTarget& target,
                               const Resources& resources, const JobContext& job) {
  const std::uint64_t sampleBytes =
      plan.recordings().channelNames.size() * plan.recordings().window * table::sizeOf(plan.dtype);
  Cut cut{.plan = plan,
          .usable = usable,
          .target = target,
          .progress = job.progress,
          .sampleBytes = sampleBytes,
          .chunkSamples = store::chunkSamplesFor(sampleBytes),
          .stats = OrderedStats(target.from.parts, target.from.stats),
          .sums = target.from.sums,
          .failures = {},
          .nextChunk = target.from.parts};
  const std::uint64_t before = cut.samplesOf(target.from.parts);
  MASU_TRY(const unsigned threads, threadsFor(plan, cut, flow::resolve(resources)));
  const std::uint64_t memory = memoryPerThread(resources);
  if (target.from.parts > 0) MASU_CHECK(compareRead(cut, threads, memory, job));
  job.progress.begin(MASU_TEXT("core", "Importing recordings"), usable.windows.size(), Progress::Unit::samples);
  job.progress.add(before);
  job.progress.addSamples(before);
  flow::WorkerPool pool(job.stop);
  pool.start(threads, [&](unsigned, const std::stop_token& stop) -> Result<void> {
    WindowReader reader(plan, target.cache, memory);
    Chunk chunk;
    for (std::uint64_t number = cut.nextChunk++; number < cut.chunks(); number = cut.nextChunk++) {
      MASU_CHECK(cutChunk(cut, number, reader, chunk, stop));
    }
    return {};
  });
  if (const Result<void> done = pool.wait(); !done) {
    if (isResumable(done.error().code)) {
      MASU_CHECK(target.journal.noteLast(cut.stats, [&](std::uint64_t parts) { return cut.reachOf(parts); }));
    }
    return fail(done.error());
  }
  return WindowStats{cut.stats.take(), cut.failures.take(), cut.sums.digest()};
}

}  // namespace masu::ingest
