// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/recordings/load/read_list.h"
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
  ReadList reads;
  OrderedStats stats;
  ReadSums sums;  ///< of the chunks that are merged
  Failures failures;
  std::atomic<std::uint64_t> nextChunk;

  std::uint64_t samplesOf(std::uint64_t parts) const {
    return std::min(parts * reads.chunkSamples(), usable.windows.size());
  }
  RecordingJournal::Reach reachOf(std::uint64_t parts) const {
    return {std::vector(objectsOf(plan).size(), samplesOf(parts)), samplesOf(parts), {}, sums};
  }
};

Result<void> readSamples(const Cut& cut, const RecordingRead& read, WindowReader& reader, std::span<std::byte> out,
                         ChannelStats& stats) {
  if (!holdsRows(cut.plan)) return reader.read(read.window, out, stats);
  std::vector<std::byte> columns(out.size());
  MASU_CHECK(reader.read(read.window, columns, stats));
  interleave(columns, read.samples, table::sizeOf(cut.plan.dtype), out);
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
  chunk.windows = cut.reads.windowsOf(number);
  chunk.values.resize(chunk.windows.size() * cut.reads.sampleBytes());
  chunk.stats.assign(cut.plan.recordings().channelNames.size(), ChannelTally());
  chunk.sums.clear();
  std::span<std::byte> rest = chunk.values;
  for (const RecordingRead& read : cut.reads.readsOf(chunk.windows)) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const std::span<std::byte> out = rest.first(read.bytes);
    rest = rest.subspan(read.bytes);
    const std::uint64_t recording = read.window.recording;
    if (cut.failures.any() && cut.failures.holds(recording)) continue;
    if (auto done = readSamples(cut, read, reader, out, chunk.stats); !done)
      MASU_CHECK(onFailure(recording, std::move(done.error())));
    chunk.sums.push_back(ReadSums::sumOf(recording, read.window.start, out));
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
  const std::uint64_t first = number * cut.reads.chunkSamples();
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
  const std::uint64_t parts = std::min(cut.target.from.parts, cut.reads.parts());
  return cut.sums.compare(cut.plan, cut.target.before, parts, threads, memory, job, read);
}

}  // namespace

Result<WindowStats> cutWindows(const ImportPlan& plan, const UsableRecordings& usable, const RecordingTarget& target,
                               const Resources& resources, const JobContext& job) {
  Cut cut{.plan = plan,
          .usable = usable,
          .target = target,
          .progress = job.progress,
          .reads = ReadList(plan, usable),
          .stats = OrderedStats(target.from.parts, target.from.stats),
          .sums = target.from.sums,
          .failures = {},
          .nextChunk = target.from.parts};
  const std::uint64_t before = cut.samplesOf(target.from.parts);
  const std::uint64_t held = target.before.cache != nullptr ? target.before.cache->bytes().value : 0;
  MASU_TRY(const unsigned threads, cut.reads.threadsFor(held, flow::resolve(resources)));
  const std::uint64_t memory = memoryPerThread(resources);
  if (target.from.parts > 0) MASU_CHECK(compareRead(cut, threads, memory, job));
  job.progress.begin(MASU_TEXT("core", "Importing recordings"), usable.windows.size(), Progress::Unit::samples);
  job.progress.add(before);
  job.progress.addSamples(before);
  flow::WorkerPool pool(job.stop);
  pool.start(threads, [&](unsigned, const std::stop_token& stop) -> Result<void> {
    ReadBefore read = target.before;
    read.stop = stop;
    WindowReader reader(plan, read, memory);
    Chunk chunk;
    for (std::uint64_t number = cut.nextChunk++; number < cut.reads.parts(); number = cut.nextChunk++) {
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
