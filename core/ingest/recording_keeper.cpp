#include "core/ingest/recording_keeper.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/pyramid_builder.h"
#include "core/ingest/recording_reader.h"
#include "core/ingest/window_facts.h"

namespace masu::ingest {
namespace {

constexpr std::size_t kRecordingsObject = 0;
constexpr std::size_t kWindowsObject = 1;
constexpr std::uint64_t kBlockValues = std::uint64_t{1} << 18;
constexpr std::uint64_t kWindowsAtOnce = std::uint64_t{1} << 16;

/// Frames of one recording that are stored at once.
struct Block {
  std::uint64_t recording = 0;  ///< among the usable ones
  std::uint64_t first = 0;
  std::uint64_t frames = 0;
  std::uint64_t place = 0;  ///< in /recordings
  bool last = false;        ///< of its recording
};

/// Blocks begin where blocks of the pyramid do, if there is one.
std::vector<Block> blocksOf(const ImportPlan& plan, const UsableRecordings& usable, bool pyramid) {
  const std::uint64_t even = pyramid ? store::kPyramidBase : 1;
  const std::uint64_t step = std::max(even, kBlockValues / plan.channelNames.size() / even * even);
  std::vector<Block> blocks;
  std::uint64_t place = 0;
  for (std::uint64_t recording = 0; recording < usable.planned.size(); ++recording) {
    const std::uint64_t frames = plan.recordingFiles[usable.planned[recording]].frames;
    for (std::uint64_t first = 0; first < frames; first += step)
      blocks.push_back({recording, first, std::min(step, frames - first), place + first, frames - first <= step});
    place += frames;
  }
  return blocks;
}

/// What the threads share.
struct Keeping {
  const ImportPlan& plan;
  const UsableRecordings& usable;
  store::DatasetWriter& writer;
  Progress& progress;
  std::vector<Block> blocks;
  PyramidBuilder& pyramid;
  OrderedStats stats;
  Failures failures;
  std::atomic<std::size_t> next = 0;
};

/// Channels one after the other become frames one after the other.
void interleave(std::span<const std::byte> channels, std::uint64_t count, std::uint64_t frames, std::size_t width,
                std::span<std::byte> out) {
  for (std::uint64_t channel = 0; channel < count; ++channel) {
    const std::byte* from = channels.data() + channel * frames * width;
    std::byte* to = out.data() + channel * width;
    for (std::uint64_t frame = 0; frame < frames; ++frame)
      std::memcpy(to + frame * count * width, from + frame * width, width);
  }
}

Result<void> keepBlock(Keeping& keeping, std::size_t index, WindowReader& reader) {
  const Block& block = keeping.blocks[index];
  const std::uint64_t planned = keeping.usable.planned[block.recording];
  const std::uint64_t channels = keeping.plan.channelNames.size();
  const std::size_t width = table::sizeOf(keeping.plan.dtype);
  std::vector<std::byte> values(block.frames * channels * width);
  ChannelStats stats(channels);
  if (keeping.failures.any() && keeping.failures.holds(planned)) return {};
  if (auto read = reader.read({0, planned, block.first, block.frames}, values, stats); !read) {
    keeping.failures.add(planned, std::move(read.error()));
    return {};
  }
  keeping.progress.add(block.frames);
  if (keeping.failures.any()) return {};
  std::vector<std::byte> frames(values.size());
  interleave(values, channels, block.frames, width, frames);
  MASU_CHECK(keeping.writer.write(kRecordingsObject, block.place, frames));
  MASU_CHECK(keeping.pyramid.add({index, block.recording, block.first, block.last}, frames));
  keeping.stats.add(index, std::move(stats));
  return {};
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
    MASU_CHECK(keeping.writer.write(kWindowsObject, first, std::as_bytes(std::span(stored))));
    MASU_CHECK(writeFacts({keeping.plan, keeping.usable, keeping.writer, kWindowsObject + 1}, first, some));
    keeping.progress.addSamples(count);
  }
  return {};
}

}  // namespace

Result<CutOutcome> keepRecordings(const ImportPlan& plan, const UsableRecordings& usable, store::DatasetWriter& writer,
                                  const Resources& resources, const JobContext& job) {
  const auto levels = store::pyramidOver(lengthsOf(plan));
  const bool codes = std::ranges::any_of(plan.columns, [](const auto& column) { return column.steps.has_value(); });
  PyramidBuilder pyramid(store::Extremes(plan.dtype, plan.channelNames.size(), codes), levels, writer,
                         objectsOf(plan).size() - levels.size());
  Keeping keeping{.plan = plan,
                  .usable = usable,
                  .writer = writer,
                  .progress = job.progress,
                  .blocks = blocksOf(plan, usable, !levels.empty()),
                  .pyramid = pyramid,
                  .stats = OrderedStats(plan.channelNames.size()),
                  .failures = {}};
  std::uint64_t frames = 0;
  for (const Block& block : keeping.blocks) frames += block.frames;
  job.progress.begin(MASU_TEXT("core", "Importing recordings"), frames, Progress::Unit::steps);
  const auto threads = std::min<std::size_t>(flow::resolve(resources).threads, keeping.blocks.size());
  flow::WorkerPool pool(job.stop);
  pool.start(static_cast<unsigned>(threads), [&](unsigned, const std::stop_token& stop) -> Result<void> {
    WindowReader reader(plan);
    for (std::size_t index = keeping.next++; index < keeping.blocks.size(); index = keeping.next++) {
      if (stop.stop_requested()) return fail(Error::cancelled());
      MASU_CHECK(keepBlock(keeping, index, reader));
    }
    return {};
  });
  MASU_CHECK(pool.wait());
  if (!keeping.failures.any()) MASU_CHECK(keepWindows(keeping, job));
  return CutOutcome{keeping.stats.take(), keeping.failures.take()};
}

}  // namespace masu::ingest
