// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/range_reading.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "core/flow/worker_pool.h"
#include "core/ingest/recordings/load/window_stats.h"
#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/recordings/read/window_reader.h"

namespace masu::ingest {
namespace {

/// What the threads of one range share.
struct Sharing {
  const ImportPlan& plan;
  io::RangeWriter writer;
  std::mutex mutex;  ///< guards the writer
  Failures failures;
};

/// What one thread has.
struct Reading {
  WindowReader reader;
  RecordingStates states;
  std::vector<std::byte> values = {};
  ChannelStats tallies = {};
};

Result<void> readOnce(Sharing& sharing, Reading& own, const RecordingRead& read) {
  const std::uint64_t recording = read.window.recording;
  if (sharing.failures.any() && sharing.failures.holds(recording)) return {};
  // Before it is opened: an edit from now on shows.
  const auto state = own.states.of(recording);
  own.values.resize(read.bytes);
  own.tallies.assign(sharing.plan.recordings().channelNames.size(), ChannelTally());
  auto done = own.reader.read(read.window, own.values, own.tallies);
  if (!done) {
    if (done.error().code == Errc::outOfMemory) return done;
    sharing.failures.add(recording, std::move(done.error()));
    return {};
  }
  if (!state) return {};
  const std::lock_guard lock(sharing.mutex);
  return appendRead(sharing.writer, {read.window, *state, sharing.plan.dtype}, {own.values, own.tallies});
}

}  // namespace

std::vector<ReadRange> divideReads(const ImportPlan& plan, const ReadList& reads, std::uint64_t rangeBytes) {
  // Of short windows the values are the lesser part.
  const std::uint64_t besideValues =
      sizeof(io::RangeEntry) + plan.recordings().channelNames.size() * sizeof(ChannelTally);
  std::vector<ReadRange> ranges;
  std::uint64_t gathered = 0;  ///< of the last one, in its file
  for (std::uint64_t part = 0; part < reads.parts(); ++part) {
    const std::uint64_t bytes = reads.bytesOf(part) + reads.countOf(part) * besideValues;
    if (ranges.empty() || gathered + bytes > rangeBytes) {
      gathered = 0;
      const waveform::Window first = reads.of(part).front().window;
      ranges.push_back({part, part, 0, {static_cast<std::uint32_t>(first.recording), first.start}});
    }
    ranges.back().end = part + 1;
    ranges.back().bytes += reads.bytesOf(part);
    gathered += bytes;
  }
  return ranges;
}

Result<void> readRange(const ImportPlan& plan, const ReadList& reads, const ReadRange& range,
                       const RecordingCache* cache, const std::filesystem::path& file, const Resources& resources,
                       const JobContext& job) {
  MASU_TRY(io::RangeWriter writer, io::RangeWriter::create(file));
  Sharing sharing{.plan = plan, .writer = std::move(writer), .mutex = {}, .failures = {}};
  MASU_TRY(const unsigned fitting, reads.threadsFor(cache != nullptr ? cache->bytes().value : 0, resources));
  const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(fitting, range.end - range.first));
  const std::uint64_t memory = memoryPerThread(resources);
  std::atomic<std::uint64_t> next = range.first;
  flow::WorkerPool pool(job.stop);
  pool.start(threads, [&](unsigned, const std::stop_token& stop) -> Result<void> {
    Reading own{.reader = WindowReader(plan, {cache, nullptr}, memory), .states = RecordingStates(plan)};
    for (std::uint64_t part = next++; part < range.end; part = next++) {
      for (const RecordingRead& read : reads.of(part)) {
        if (stop.stop_requested()) return fail(Error::cancelled());
        MASU_CHECK(readOnce(sharing, own, read));
        job.progress.add(read.bytes);
      }
    }
    return {};
  });
  MASU_CHECK(pool.wait());
  return sharing.writer.finish();
}

}  // namespace masu::ingest
