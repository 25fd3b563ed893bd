#include "core/ingest/window_cutter.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/recording_labels.h"
#include "core/ingest/recording_reader.h"
#include "core/ingest/recording_stretches.h"

namespace masu::ingest {
namespace {

using Stats = std::vector<table::ColumnStats>;

/// Merges the statistics of chunks in their order, whatever order they arrive in.
class OrderedStats {
 public:
  explicit OrderedStats(std::size_t channels) : m_total(channels) {}

  void add(std::uint64_t chunk, Stats stats) {
    const std::lock_guard lock(m_mutex);
    m_waiting.emplace(chunk, std::move(stats));
    for (auto next = m_waiting.find(m_next); next != m_waiting.end(); next = m_waiting.find(m_next)) {
      for (std::size_t c = 0; c < m_total.size(); ++c) m_total[c].merge(next->second[c]);
      m_waiting.erase(next);
      ++m_next;
    }
  }
  Stats take() { return std::move(m_total); }

 private:
  std::mutex m_mutex;
  std::map<std::uint64_t, Stats> m_waiting;
  std::uint64_t m_next = 0;
  Stats m_total;
};

/// The recordings that could not be read; asked before every window, so that a damaged one costs one try.
class Failures {
 public:
  bool any() const { return m_any.load(std::memory_order_relaxed); }
  bool holds(std::uint64_t recording) const {
    const std::lock_guard lock(m_mutex);
    return m_errors.contains(recording);
  }
  void add(std::uint64_t recording, Error error) {
    const std::lock_guard lock(m_mutex);
    m_errors.emplace(recording, std::move(error));
    m_any.store(true, std::memory_order_relaxed);
  }
  std::vector<std::pair<std::uint64_t, Error>> take() { return {m_errors.begin(), m_errors.end()}; }

 private:
  mutable std::mutex m_mutex;
  std::map<std::uint64_t, Error> m_errors;
  std::atomic<bool> m_any = false;
};

/// What the threads of one cut share.
struct Cut {
  const ImportPlan& plan;
  const UsableRecordings& usable;
  store::DatasetWriter& writer;
  Progress& progress;
  std::uint64_t sampleBytes;
  std::uint64_t chunkSamples;
  OrderedStats stats;
  Failures failures;
  std::atomic<std::uint64_t> nextChunk = 0;

  std::uint64_t chunks() const { return (usable.windows.size() + chunkSamples - 1) / chunkSamples; }
};

template <class T>
Result<void> writeValues(store::DatasetWriter& writer, std::size_t object, std::uint64_t first,
                         const std::vector<T>& values) {
  return writer.write(object, first, std::as_bytes(std::span(values)));
}

Result<void> writeLabels(Cut& cut, std::size_t object, std::uint64_t first,
                         const std::vector<waveform::Window>& windows) {
  if (cut.plan.target == store::Target::values) {
    std::vector<float> values;
    for (const auto& window : windows) values.push_back(cut.usable.labelValues[window.stretch]);
    return writeValues(cut.writer, object, first, values);
  }
  const auto type = table::narrowestUnsigned(cut.plan.classes.empty() ? 0 : cut.plan.classes.size() - 1);
  return table::dispatch(type, [&](auto tag) -> Result<void> {
    using Code = decltype(tag);
    if constexpr (std::is_integral_v<Code>) {
      std::vector<Code> codes;
      for (const auto& window : windows) codes.push_back(static_cast<Code>(cut.usable.labelCodes[window.stretch]));
      return writeValues(cut.writer, object, first, codes);
    }
    return {};
  });
}

/// Stores what is said of samples beside their values; the objects are in the order of objectsOf.
Result<void> writeFacts(Cut& cut, std::uint64_t first, const std::vector<waveform::Window>& windows) {
  std::size_t object = 1;
  if (cut.plan.target != store::Target::none) MASU_CHECK(writeLabels(cut, object++, first, windows));
  const bool images = holdsImages(cut.plan);
  std::vector<std::int32_t> groups;
  std::vector<store::Origin> origins;
  for (const auto& window : windows) {
    groups.push_back(cut.usable.groups[window.stretch]);
    const std::uint64_t position = images ? window.start / cut.plan.window : window.start;
    origins.push_back({static_cast<std::uint32_t>(window.recording), position});
  }
  MASU_CHECK(writeValues(cut.writer, object++, first, groups));
  return writeValues(cut.writer, object, first, origins);
}

Result<void> cutChunk(Cut& cut, std::uint64_t chunk, WindowReader& reader, std::vector<std::byte>& values,
                      const std::stop_token& stop) {
  const std::uint64_t first = chunk * cut.chunkSamples;
  const std::uint64_t count = std::min(cut.chunkSamples, cut.usable.windows.size() - first);
  values.resize(count * cut.sampleBytes);
  std::vector<waveform::Window> windows(count);
  Stats stats(cut.plan.channelNames.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    windows[i] = cut.usable.windows.at(first + i);
    waveform::Window planned = windows[i];
    planned.recording = cut.usable.planned[planned.recording];
    if (cut.failures.any() && cut.failures.holds(planned.recording)) continue;
    const auto out = std::span(values).subspan(i * cut.sampleBytes, cut.sampleBytes);
    if (auto read = reader.read(planned, out, stats); !read)
      cut.failures.add(planned.recording, std::move(read.error()));
    cut.progress.add(1);
  }
  if (cut.failures.any()) return {};
  MASU_CHECK(cut.writer.write(0, first, values));
  MASU_CHECK(writeFacts(cut, first, windows));
  cut.stats.add(chunk, std::move(stats));
  cut.progress.addSamples(count);
  return {};
}

/// Threads that fit the memory allowed. Errors: not even one does.
Result<unsigned> threadsFor(const ImportPlan& plan, const Cut& cut, const Resources& resources) {
  std::uint64_t channels = 1;
  for (const RecordingPlan& recording : plan.recordingFiles)
    channels = std::max<std::uint64_t>(channels, recording.channels);
  const std::uint64_t chunkBytes = cut.chunkSamples * cut.sampleBytes;
  const std::uint64_t threadBytes = 2 * chunkBytes + plan.window * channels * sizeof(double);
  if (threadBytes > resources.memoryBytes) {
    return fail(Errc::outOfMemory,
                MASU_TEXT("core",
                          "Cutting windows of {0} frames takes {1} bytes of memory, and {2} are allowed. Choose a "
                          "shorter window, or allow more memory."),
                {std::to_string(plan.window), std::to_string(threadBytes), std::to_string(resources.memoryBytes)});
  }
  const std::uint64_t fitting = std::min<std::uint64_t>(resources.memoryBytes / threadBytes, cut.chunks());
  return static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, 1, resources.threads));
}

}  // namespace

UsableRecordings usableOf(const ImportPlan& plan) {
  UsableRecordings usable;
  const auto classCodes = codesOf(plan.classes);
  std::vector<waveform::Stretch> stretches;
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < plan.recordingFiles.size(); ++i) {
    const RecordingPlan& recording = plan.recordingFiles[i];
    if (!recording.problem.empty()) continue;
    const auto own = stretchesOf(recording, usable.planned.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      if (plan.target == store::Target::classes) usable.labelCodes.push_back(classCodes.at(labelOf(recording, k)));
      if (plan.target == store::Target::values) usable.labelValues.push_back(labelValue(labelOf(recording, k)));
    }
    stretches.insert(stretches.end(), own.begin(), own.end());
    usable.planned.push_back(i);
    groups.push_back(recording.group);
  }
  if (!plan.options.recordings.groupFrom.empty()) usable.groupNames = sortedNames(groups);
  const auto groupCodes = codesOf(usable.groupNames);
  const bool samples = !plan.sampleShape.empty();
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const std::uint64_t own = samples ? i : stretches[i].recording;
    const auto group = groupCodes.empty() ? own : groupCodes.at(groups[stretches[i].recording]);
    usable.groups.push_back(static_cast<std::int32_t>(group));
  }
  usable.windows = {std::move(stretches), windowRuleOf(plan)};
  return usable;
}

std::vector<store::ObjectInfo> objectsOf(const ImportPlan& plan) {
  std::vector<store::ObjectInfo> objects;
  const auto add = [&](const char* name, table::DType type, std::vector<std::uint64_t> shape) {
    store::ObjectInfo object;
    object.name = name;
    object.dtype = type;
    object.sampleShape = std::move(shape);
    object.compression = plan.options.compression;
    object.chunkSamples = store::chunkSamplesFor(object.sampleBytes());
    objects.push_back(std::move(object));
  };
  add("features", plan.dtype, featureShape(plan));
  if (plan.target == store::Target::classes) {
    add("labels", table::narrowestUnsigned(plan.classes.empty() ? 0 : plan.classes.size() - 1), {});
  }
  if (plan.target == store::Target::values) add("labels", table::DType::f32, {});
  add("group", table::DType::i32, {});
  add("origin", table::DType::u32, {});
  return objects;
}

Result<CutOutcome> cutWindows(const ImportPlan& plan, const UsableRecordings& usable, store::DatasetWriter& writer,
                              const Resources& resources, const JobContext& job) {
  const std::uint64_t sampleBytes = plan.channelNames.size() * plan.window * table::sizeOf(plan.dtype);
  Cut cut{.plan = plan,
          .usable = usable,
          .writer = writer,
          .progress = job.progress,
          .sampleBytes = sampleBytes,
          .chunkSamples = store::chunkSamplesFor(sampleBytes),
          .stats = OrderedStats(plan.channelNames.size()),
          .failures = {}};
  MASU_TRY(const unsigned threads, threadsFor(plan, cut, flow::resolve(resources)));
  job.progress.begin(MASU_TEXT("core", "Importing recordings"), usable.windows.size(), Progress::Unit::samples);
  flow::WorkerPool pool(job.stop);
  pool.start(threads, [&](unsigned, const std::stop_token& stop) -> Result<void> {
    WindowReader reader(plan);
    std::vector<std::byte> values;
    for (std::uint64_t chunk = cut.nextChunk++; chunk < cut.chunks(); chunk = cut.nextChunk++) {
      MASU_CHECK(cutChunk(cut, chunk, reader, values, stop));
    }
    return {};
  });
  MASU_CHECK(pool.wait());
  return CutOutcome{cut.stats.take(), cut.failures.take()};
}

}  // namespace masu::ingest
