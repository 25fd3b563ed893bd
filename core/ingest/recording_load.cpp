#include "core/ingest/recording_load.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/hash.h"
#include "core/ingest/recording_keeper.h"
#include "core/ingest/recording_reader.h"
#include "core/ingest/recording_stretches.h"
#include "core/ingest/window_cutter.h"
#include "core/io/atomic_file.h"

namespace masu::ingest {
namespace {

/// The plan without the recordings that failed: a class that had no others goes with them.
void dropFailed(ImportPlan& plan, const std::vector<std::pair<std::uint64_t, Error>>& failures) {
  std::set<std::string> lost;
  for (const auto& [index, error] : failures) {
    RecordingPlan& recording = plan.recordingFiles[index];
    recording.reject(std::string(reasonOf(error.code)), error.message);
    for (const std::string& label : labelsOf(recording)) lost.insert(label);
  }
  for (const RecordingPlan& recording : plan.recordingFiles) {
    if (!recording.problem.empty()) continue;
    for (const std::string& label : labelsOf(recording)) lost.erase(label);
  }
  std::erase_if(plan.classes, [&](const std::string& name) { return lost.contains(name); });
}

store::DatasetMeta metaOf(const ImportPlan& plan, const UsableRecordings& usable,
                          const std::vector<ChannelTally>& channels) {
  store::DatasetMeta meta;
  meta.kind = holdsImages(plan) ? store::SampleKind::image : store::SampleKind::waveform;
  meta.target = plan.target;
  if (plan.options.recordings.keep == Keep::recordings) {
    meta.window = plan.window;
    meta.silence = std::llround(plan.silence);  // of floats it is 0
  }
  meta.classes = plan.classes;
  meta.groups = usable.groupNames;
  meta.records = plan.recordingFiles.size();
  meta.rejected = plan.recordingFiles.size() - usable.planned.size();
  meta.recipe = recipeFrom(plan);
  std::string identity = meta.recipe;
  for (const std::uint64_t index : usable.planned) {
    meta.sources.push_back(plan.sources[index]);
    if (holdsImages(plan)) meta.sources.back().records = plan.recordingFiles[index].stretches.size();
    identity += '\n' + plan.sources[index].path + '\t' + plan.sources[index].hash;
  }
  meta.uuid = uuidFrom(identity);
  for (std::size_t c = 0; c < plan.channelNames.size(); ++c) {
    table::Column column;
    column.name = plan.channelNames[c];
    column.kind = table::isInteger(plan.dtype) ? table::Kind::integer : table::Kind::decimal;
    column.stored = plan.dtype;
    column.stats = channels[c].stats;
    column.loss = channels[c].loss.loss();
    if (const auto& steps = plan.columns[c].steps) {
      column.kind = table::Kind::decimal;
      column.scale = static_cast<double>(steps->scale);
      column.offset = static_cast<double>(steps->offset);
    }
    meta.schema.columns.push_back(std::move(column));
  }
  return meta;
}

std::string quoted(const std::string& text) {
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

/// The CSV of rejected recordings beside a dataset; taken back when the dataset comes to nothing.
class Rejects {
 public:
  /// Writes it where something was rejected; else removes one of that name that an earlier import left.
  static Result<Rejects> write(const ImportPlan& plan, const LoadOptions& options) {
    const bool chosen = !options.rejects.empty();
    Rejects rejects;
    const std::filesystem::path path =
        chosen ? options.rejects : std::filesystem::path(options.target) += ".rejects.csv";
    const bool replace = !chosen || options.write.overwrite;
    std::string lines = "source,reason,problem\n";
    for (const RecordingPlan& recording : plan.recordingFiles) {
      if (recording.problem.empty()) continue;
      lines += quoted(recording.path) + ',' + quoted(recording.reason) + ',' + quoted(recording.problem) + '\n';
      rejects.m_path = path;
    }
    std::error_code ignored;
    if (!rejects.m_path.empty()) {
      MASU_CHECK(io::writeText(path, lines, replace ? io::Overwrite::yes : io::Overwrite::no));
    } else if (replace) {
      std::filesystem::remove(path, ignored);
    }
    return rejects;
  }

  Rejects() = default;
  Rejects(Rejects&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
  Rejects& operator=(Rejects&&) = delete;
  ~Rejects() {
    std::error_code ignored;
    if (!m_path.empty()) std::filesystem::remove(m_path, ignored);
  }

  /// Its path, or nothing where there is none; it stays from now on.
  std::filesystem::path keep() { return std::exchange(m_path, {}); }

 private:
  std::filesystem::path m_path;
};

void countRejects(const ImportPlan& plan, ImportReport& report) {
  std::map<std::string, std::uint64_t> counts;
  for (const RecordingPlan& recording : plan.recordingFiles) {
    if (!recording.problem.empty()) ++counts[recording.reason];
  }
  for (const auto& [reason, count] : counts) {
    report.reasons.push_back({.column = {}, .reason = reason, .count = count});
    report.rejected += count;
  }
}

void noteCutRecordings(const ImportPlan& plan, ImportReport& report) {
  if (plan.hop != 0) return;
  const auto longer = std::ranges::count_if(plan.recordingFiles, [&](const RecordingPlan& recording) {
    return recording.problem.empty() && recording.frames > plan.window;
  });
  if (longer == 0) return;
  report.notes.push_back(
      {MASU_TEXT("core", "{0} recordings are longer than the window and were cut to it."), {std::to_string(longer)}});
}

const RecordingPlan* firstProblem(const ImportPlan& plan) {
  const auto found =
      std::ranges::find_if(plan.recordingFiles, [](const auto& recording) { return !recording.problem.empty(); });
  return found == plan.recordingFiles.end() ? nullptr : &*found;
}

/// One try at the whole import. Nothing when recordings failed, which are then marked in the plan.
Result<std::optional<ImportReport>> attempt(ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                                            const JobContext& job) {
  if (const RecordingPlan* problem = firstProblem(plan); problem && plan.options.onError == OnError::fail) {
    return fail(Errc::format, MASU_TEXT("core", "{0} The others are imported where faulty recordings may be rejected."),
                {problem->problem}, {problem->path});
  }
  const UsableRecordings usable = usableOf(plan);
  if (usable.windows.size() == 0) {
    const RecordingPlan* problem = firstProblem(plan);
    return fail(Errc::noSamples, MASU_TEXT("core", "No sample is left to import. {0}"),
                {problem ? problem->problem : ""});
  }
  MASU_TRY(auto writer, store::DatasetWriter::create(options.target, objectsOf(plan), options.write));
  const bool whole = plan.options.recordings.keep == Keep::recordings;
  MASU_TRY(CutOutcome cut, whole ? keepRecordings(plan, usable, *writer, resources, job)
                                 : cutWindows(plan, usable, *writer, resources, job));
  if (!cut.failures.empty()) {
    dropFailed(plan, cut.failures);
    return std::nullopt;
  }
  MASU_TRY(auto rejects, Rejects::write(plan, options));
  MASU_TRY(const auto written, writer->finish(usable.windows.size(), metaOf(plan, usable, cut.channels), job));
  ImportReport report;
  report.rejectsFile = rejects.keep();
  report.records = plan.recordingFiles.size();
  report.samples = usable.windows.size();
  report.bytesWritten = written.bytes;
  report.syncSeconds = written.syncSeconds;
  for (const std::uint64_t index : usable.planned) report.bytesRead += plan.sources[index].bytes;
  return report;
}

}  // namespace

Result<ImportReport> loadRecordings(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                                    const JobContext& job) {
  const auto begin = std::chrono::steady_clock::now();
  ImportPlan current = plan;
  std::optional<ImportReport> report;
  // Every try that fails takes at least one recording out, so this ends.
  while (!report) {
    MASU_TRY(report, attempt(current, options, resources, job));
  }
  countRejects(current, *report);
  job.progress.addRejected(report->rejected);
  noteCutRecordings(current, *report);
  report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return std::move(*report);
}

}  // namespace masu::ingest
