// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/recordings/load/pyramid_builder.h"
#include "core/ingest/recordings/load/read_list.h"
#include "core/ingest/recordings/load/window_facts.h"
#include "core/ingest/recordings/load/window_storing.h"
#include "core/ingest/recordings/read/channel_values.h"
#include "core/ingest/recordings/read/window_reader.h"

namespace masu::ingest {
namespace {

constexpr std::size_t kRecordingsObject = 0;
constexpr std::size_t kWindowsObject = 1;
constexpr std::uint64_t kWindowsAtOnce = std::uint64_t{1} << 16;

/// What the threads share.
struct Keeping {
  const ImportPlan& plan;
  const UsableRecordings& usable;
  const RecordingTarget& target;
  Progress& progress;
  ReadList reads;
  std::span<const store::PyramidLevel> levels;
  PyramidBuilder& pyramid;
  OrderedStats stats;
  ReadSums sums;  ///< of the blocks that are merged
  Failures failures;
  std::atomic<std::size_t> next;

  const std::vector<RecordingBlock>& blocks() const { return reads.blocks(); }
  std::uint64_t framesBefore(std::uint64_t parts) const {
    return parts < blocks().size() ? blocks()[parts].place : blocks().back().place + blocks().back().frames;
  }
  /// Of the finest level.
  std::uint64_t entriesBefore(std::uint64_t parts) const {
    if (parts >= blocks().size()) return levels.front().blocks();
    return levels.front().start(blocks()[parts].recording) + blocks()[parts].first / store::kPyramidBase;
  }
  /// The windows come last, and at once: about as many are reported as have their frames.
  std::optional<RecordingJournal::Reach> reachOf(std::uint64_t parts) const {
    auto made = pyramid.save();
    if (!made) return std::nullopt;
    RecordingJournal::Reach reach{std::vector<std::uint64_t>(objectsOf(plan).size(), 0), 0, std::move(*made), sums};
    if (!levels.empty()) {
      const auto finest = reach.written.end() - static_cast<std::ptrdiff_t>(levels.size());
      *finest = entriesBefore(parts);
      std::ranges::copy(pyramid.written(), finest + 1);
    }
    const std::uint64_t frames = reach.written[kRecordingsObject] = framesBefore(parts);
    const double share = static_cast<double>(frames) / static_cast<double>(framesBefore(blocks().size()));
    reach.samples = static_cast<std::uint64_t>(share * static_cast<double>(usable.windows.size()));
    return reach;
  }
};

/// Reads a block as it is stored but for its order. Errors: the recording cannot be read.
Result<std::vector<std::byte>> readBlock(const Keeping& keeping, const RecordingBlock& block, WindowReader& reader,
                                         ChannelStats& stats) {
  const RecordingRead read = keeping.reads.readOf(block);
  std::vector<std::byte> values(read.bytes);
  MASU_CHECK(reader.read(read.window, values, stats));
  return values;
}

ReadSums::Sum sumOf(const Keeping& keeping, const RecordingBlock& block, std::span<const std::byte> values) {
  return ReadSums::sumOf(keeping.usable.planned[block.recording], block.first, values);
}

/// Errors: what was read of a recording before is not what it holds now.
Result<void> compareRead(const Keeping& keeping, unsigned threads, std::uint64_t memory, const JobContext& job) {
  const auto read = [&](std::uint64_t part, WindowReader& reader,
                        const std::stop_token& stop) -> Result<std::vector<ReadSums::Sum>> {
    if (stop.stop_requested()) return fail(Error::cancelled());
    ChannelStats stats(keeping.plan.recordings().channelNames.size());
    const RecordingBlock& block = keeping.blocks()[part];
    MASU_TRY(const auto values, readBlock(keeping, block, reader, stats));
    return std::vector{sumOf(keeping, block, values)};
  };
  return keeping.sums.compare(keeping.plan, keeping.target.before,
                              std::min<std::uint64_t>(keeping.next, keeping.blocks().size()), threads, memory, job,
                              read);
}

Result<void> keepBlock(Keeping& keeping, std::size_t index, WindowReader& reader) {
  const RecordingBlock& block = keeping.blocks()[index];
  const std::uint64_t planned = keeping.usable.planned[block.recording];
  ChannelStats stats(keeping.plan.recordings().channelNames.size());
  if (keeping.failures.any() && keeping.failures.holds(planned)) return {};
  const auto values = readBlock(keeping, block, reader, stats);
  if (!values) {
    if (values.error().code == Errc::outOfMemory) return fail(values.error());
    keeping.failures.add(planned, values.error());
    return {};
  }
  keeping.progress.add(block.frames);
  if (keeping.failures.any()) return {};
  std::vector<std::byte> frames(values->size());
  interleave(*values, block.frames, table::sizeOf(keeping.plan.dtype), frames);
  MASU_CHECK(keeping.target.writer.write(kRecordingsObject, block.place, frames));
  MASU_TRY(auto finest, keeping.pyramid.reduce(block.recording, block.first, frames));
  MASU_CHECK(keeping.stats.add(
      index, std::move(stats),
      [&keeping, sum = sumOf(keeping, block, *values), finest = std::move(finest), last = block.last] {
        keeping.sums.add({sum});
        return keeping.pyramid.fold(finest, last);
      }));
  return keeping.target.journal.look(keeping.stats, [&](std::uint64_t parts) { return keeping.reachOf(parts); });
}

Result<void> keepWindows(Keeping& keeping, const JobContext& job) {
  const waveform::WindowPlan& windows = keeping.usable.windows;
  for (std::uint64_t first = 0; first < windows.size(); first += kWindowsAtOnce) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(kWindowsAtOnce, windows.size() - first);
    std::vector<waveform::Window> some;
    std::vector<store::StoredWindow> stored;
    for (std::uint64_t i = 0; i < count; ++i) {
      const waveform::Window window = some.emplace_back(windows.at(first + i));
      stored.push_back(
          {window.start, static_cast<std::uint32_t>(window.recording), static_cast<std::uint32_t>(window.present)});
    }
    MASU_CHECK(keeping.target.writer.write(kWindowsObject, first, std::as_bytes(std::span(stored))));
    MASU_CHECK(writeFacts({keeping.plan, keeping.usable, keeping.target.writer, kWindowsObject + 1}, first, some));
    keeping.progress.addSamples(count);
  }
  return {};
}

}  // namespace

Result<WindowStats> storeWholeRecordings(const ImportPlan& plan, const UsableRecordings& usable,
                                         const RecordingTarget& target, const Resources& resources,
                                         const JobContext& job) {
  const auto levels = store::pyramidOver(lengthsOf(plan));
  const bool codes = std::ranges::any_of(plan.columns, [](const auto& column) { return column.steps.has_value(); });
  PyramidBuilder pyramid(store::MinMax(plan.dtype, plan.recordings().channelNames.size(), codes), levels, target.writer,
                         objectsOf(plan).size() - levels.size());
  if (target.from.parts > 0 && !pyramid.restore(target.from.pyramid)) return fail(damagedJournal());
  Keeping keeping{.plan = plan,
                  .usable = usable,
                  .target = target,
                  .progress = job.progress,
                  .reads = ReadList(plan, usable),
                  .levels = levels,
                  .pyramid = pyramid,
                  .stats = OrderedStats(target.from.parts, target.from.stats),
                  .sums = target.from.sums,
                  .failures = {},
                  .next = target.from.parts};
  MASU_TRY(const unsigned threads, keeping.reads.threadsFor(0, flow::resolve(resources)));
  const std::uint64_t memory = memoryPerThread(resources);
  if (target.from.parts > 0) MASU_CHECK(compareRead(keeping, threads, memory, job));
  job.progress.begin(MASU_TEXT("core", "Importing recordings"), keeping.framesBefore(keeping.blocks().size()),
                     Progress::Unit::steps);
  job.progress.add(keeping.framesBefore(target.from.parts));
  flow::WorkerPool pool(job.stop);
  pool.start(threads, [&](unsigned, const std::stop_token& stop) -> Result<void> {
    ReadBefore read = target.before;
    read.stop = stop;
    WindowReader reader(plan, read, memory);
    for (std::size_t index = keeping.next++; index < keeping.blocks().size(); index = keeping.next++) {
      if (stop.stop_requested()) return fail(Error::cancelled());
      MASU_CHECK(keepBlock(keeping, index, reader));
    }
    return {};
  });
  if (const Result<void> done = pool.wait(); !done) {
    const auto reachOf = [&](std::uint64_t parts) { return keeping.reachOf(parts); };
    if (isResumable(done.error().code)) MASU_CHECK(target.journal.noteLast(keeping.stats, reachOf));
    return fail(done.error());
  }
  if (!keeping.failures.any()) MASU_CHECK(keepWindows(keeping, job));
  return WindowStats{keeping.stats.take(), keeping.failures.take(), keeping.sums.digest()};
}

}  // namespace masu::ingest
