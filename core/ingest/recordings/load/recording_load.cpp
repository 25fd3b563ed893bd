// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/recording_load.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/hash.h"
#include "core/base/units.h"
#include "core/csv/structure/field_text.h"
#include "core/ingest/journal/rejects_file.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/recordings/load/load_variants.h"
#include "core/ingest/recordings/load/window_storing.h"
#include "core/ingest/recordings/read/segments.h"
#include "core/ingest/recordings/read/window_reader.h"
#include "core/io/atomic_file.h"

namespace masu::ingest {
namespace {

/// Of rows each sample is a record; else each file is.
std::uint64_t recordsOf(const ImportPlan& plan, const UsableRecordings& usable) {
  const std::uint64_t rejected = plan.recordings().files.size() - usable.planned.size();
  return holdsRows(plan) ? usable.windows.size() + rejected : plan.recordings().files.size();
}

/// A table has its label among its columns.
table::Column labelColumnOf(const ImportPlan& plan, const UsableRecordings& usable) {
  const bool classes = plan.target == store::Target::classes;
  table::Column column;
  column.name = labelArrayOf(plan.options.recordings);
  column.role = table::Role::label;
  column.kind = classes ? table::Kind::category : table::Kind::decimal;
  if (classes) {
    column.stored = table::narrowestUnsigned(plan.classes.empty() ? 0 : plan.classes.size() - 1);
    column.stats.count = usable.windows.size();
    return column;
  }
  for (std::uint64_t sample = 0; sample < usable.windows.size(); ++sample)
    column.stats.add(usable.labelValues[usable.windows.at(sample).segment]);
  column.stored = usable.labelType;
  for (std::uint64_t sample = 0; sample < usable.windows.size() && !usable.labelWholes.empty(); ++sample) {
    const std::int64_t whole = usable.labelWholes[usable.windows.at(sample).segment];
    if (!column.stats.wholes) column.stats.wholes = table::WholeRange{whole, whole};
    column.stats.wholes->add(whole);
  }
  return column;
}

/// The hash of a source looks at some places only, and labels may come from files that are not sources: an edit of
/// either makes another dataset, too.
std::string uuidOf(const store::DatasetMeta& meta, const ImportPlan& plan, const UsableRecordings& usable,
                   std::uint64_t readHash) {
  std::string identity = meta.recipe;
  for (const store::SourceFile& source : meta.sources) identity += '\n' + source.path + '\t' + source.hash;
  for (const std::uint64_t index : usable.planned) identity += '\n' + hashOf({&plan.recordings().files[index], 1});
  return uuidFrom(identity + '\n' + hex64(readHash));
}

store::DatasetMeta metaOf(const ImportPlan& plan, const UsableRecordings& usable, const WindowStats& stored) {
  store::DatasetMeta meta;
  const bool rows = holdsRows(plan);
  meta.kind = holdsImages(plan) ? store::SampleKind::image
              : rows            ? store::SampleKind::table
                                : store::SampleKind::waveform;
  meta.target = plan.target;
  if (plan.options.recordings.keep == StoreAs::recordings) {
    meta.window = plan.recordings().window;
    meta.silence = std::llround(plan.recordings().silence);  // of floats it is 0
  } else if (meta.kind == store::SampleKind::waveform) {
    meta.paddedWindows = frameUseOf(plan).paddedWindows;
  }
  meta.classes = plan.classes;
  meta.groups = usable.groupNames;
  meta.records = recordsOf(plan, usable);
  meta.rejected = plan.recordings().files.size() - usable.planned.size();
  meta.recipe = recipeFrom(plan);
  for (const std::uint64_t index : usable.planned) {
    meta.sources.push_back(plan.sources[index]);
    if (holdsImages(plan) || rows) meta.sources.back().records = plan.recordings().files[index].segments.size();
  }
  meta.uuid = uuidOf(meta, plan, usable, stored.readHash);
  for (std::size_t c = 0; c < plan.recordings().channelNames.size(); ++c) {
    table::Column column;
    column.name = plan.recordings().channelNames[c];
    column.kind = table::isInteger(plan.dtype) ? table::Kind::integer : table::Kind::decimal;
    column.stored = plan.dtype;
    column.unit = plan.columns[c].unit;
    column.stats = stored.channels[c].stats;
    column.loss = stored.channels[c].loss.loss();
    if (const auto& steps = plan.columns[c].steps) {
      column.kind = table::Kind::decimal;
      column.scale = static_cast<double>(steps->scale);
      column.offset = static_cast<double>(steps->offset);
    }
    meta.schema.columns.push_back(std::move(column));
  }
  if (rows && plan.target != store::Target::none) meta.schema.columns.push_back(labelColumnOf(plan, usable));
  return meta;
}

/// The CSV of rejected recordings beside a dataset; taken back when the dataset comes to nothing.
class Rejects {
 public:
  /// Before any recording is read. Errors: a file is there that may not be replaced.
  static Result<void> check(const ImportPlan& plan, const LoadOptions& options, bool resumed) {
    return checkRejectsPlace(options, resumed || isThere(options, linesOf(plan)));
  }

  /// Writes it where something was rejected; else removes one that an earlier import left, where that is allowed.
  static Result<Rejects> write(const ImportPlan& plan, const LoadOptions& options) {
    Rejects rejects;
    const bool replace = options.write.overwrite;
    const std::filesystem::path path = rejectsPathOf(options);
    if (const std::string lines = linesOf(plan); !lines.empty()) {
      rejects.m_path = path;
      if (isThere(options, lines)) return rejects;
      MASU_CHECK(io::writeText(path, lines, replace ? io::Overwrite::yes : io::Overwrite::no));
    } else if (replace) {
      std::error_code ignored;
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
  /// Nothing where nothing was rejected.
  static std::string linesOf(const ImportPlan& plan) {
    std::string lines;
    for (const RecordingPlan& recording : plan.recordings().files) {
      if (recording.problem.empty()) continue;
      if (lines.empty()) lines = "source,reason,problem\n";
      lines += csv::quotedField(recording.path) + ',' + csv::quotedField(recording.reason) + ',' +
               csv::quotedField(recording.problem) + '\n';
    }
    return lines;
  }

  /// Put there by an import that was killed right after it, and is to be resumed.
  static bool isThere(const LoadOptions& options, const std::string& lines) {
    if (!options.write.resume || lines.empty()) return false;
    const auto text = io::readText(rejectsPathOf(options));
    return text && *text == lines;
  }

  std::filesystem::path m_path;
};

void countRejects(const ImportPlan& plan, ImportReport& report) {
  std::map<std::string, std::uint64_t> counts;
  for (const RecordingPlan& recording : plan.recordings().files) {
    if (!recording.problem.empty()) ++counts[recording.reason];
  }
  for (const auto& [reason, count] : counts) {
    report.reasons.push_back({.column = {}, .reason = reason, .count = count});
    report.rejected += count;
  }
}

/// Every recording, in the order of the plan.
Result<void> logRecordings(const ImportPlan& plan, RecordLog& log) {
  for (std::uint32_t i = 0; i < plan.recordings().files.size(); ++i) {
    const RecordingPlan& recording = plan.recordings().files[i];
    ByteWriter bytes;
    RecordLog::put(
        {.source = i, .line = 0, .isSample = recording.problem.empty(), .reason = recording.problem, .cells = {}},
        bytes);
    MASU_CHECK(log.append(i, bytes.bytes()));
  }
  return {};
}

void noteCutRecordings(const ImportPlan& plan, ImportReport& report) {
  if (plan.recordings().hop != 0) return;
  const auto longer = std::ranges::count_if(plan.recordings().files, [&](const RecordingPlan& recording) {
    return recording.problem.empty() && recording.frames > plan.recordings().window;
  });
  if (longer == 0) return;
  if (longer == 1) {
    report.notes.push_back({MASU_TEXT("core", "One recording is longer than the window and was cut to it."), {}});
    return;
  }
  report.notes.push_back(
      {MASU_TEXT("core", "{0} recordings are longer than the window and were cut to it."), {std::to_string(longer)}});
}

const RecordingPlan* firstProblem(const ImportPlan& plan) {
  const auto found =
      std::ranges::find_if(plan.recordings().files, [](const auto& recording) { return !recording.problem.empty(); });
  return found == plan.recordings().files.end() ? nullptr : &*found;
}

/// An import of recordings, tried again without those that turn out to be damaged, and in a type that holds the others.
class RecordingLoad {
 public:
  RecordingLoad(const ImportPlan& plan, const LoadOptions& options, const Resources& resources, const JobContext& job)
      : m_asked(plan), m_plan(plan), m_options(options), m_resources(resources), m_job(job), m_write(options.write) {
    m_write.identity = identityOf(plan, m_write.partBytes);
    if (plan.options.shuffle) m_write.shuffle = {*plan.options.shuffle, resources};
    m_from.stats.resize(plan.recordings().channelNames.size());
  }

  Result<ImportReport> run();

 private:
  Result<void> findInterrupted();
  Result<std::optional<ImportReport>> attempt();
  Result<WindowStats> store(const UsableRecordings& usable, store::DatasetWriter& writer);
  Result<ImportReport> finish(const UsableRecordings& usable, store::DatasetWriter& writer,
                              const WindowStats& stored) const;
  void leaveOut(const std::vector<std::pair<std::uint64_t, Error>>& failures);
  bool widen(const std::vector<ChannelTally>& channels);

  const ImportPlan& m_asked;
  ImportPlan m_plan;  ///< without the recordings that failed, in the type that holds the others
  const LoadOptions& m_options;
  const Resources& m_resources;
  const JobContext& m_job;
  store::WriteOptions m_write;
  std::vector<FailedRecording> m_failed;
  RecordingProgress m_from;
  std::uint64_t m_continuedFrom = 0;
  bool m_startedOver = false;  ///< a try that had continued failed
};

/// Takes the next wider type where this one made a sample infinite. The survey does not read samples that become
/// floats, so only an import shows it; all are read once more.
bool RecordingLoad::widen(const std::vector<ChannelTally>& channels) {
  const auto overflowed = [](const ChannelTally& channel) { return channel.loss.loss().overflowed > 0; };
  const auto wider = widerFloat(m_plan.dtype);
  if (!wider || std::ranges::none_of(channels, overflowed)) return false;
  m_plan.dtype = *wider;
  m_write.identity = identityIn(*wider, m_asked, m_write.partBytes);
  m_write.resume = false;
  return true;
}

Result<void> RecordingLoad::findInterrupted() {
  const auto interrupted = store::interruptedImport(m_options.target);
  for (auto type = widerFloat(m_asked.dtype); interrupted && type; type = widerFloat(*type)) {
    // It had come to a wider type.
    const bool open = interrupted->identity != m_write.identity;
    if (open && interrupted->identity == identityIn(*type, m_asked, m_write.partBytes)) {
      m_plan.dtype = *type;
      m_write.identity = interrupted->identity;
    }
  }
  MASU_CHECK(checkInterrupted(interrupted, m_options.target, m_write.identity));
  auto progress = interrupted
                      ? RecordingProgress::from(interrupted->checkpoint.state, m_plan.recordings().channelNames.size())
                      : std::nullopt;
  const auto isPlanned = [this](const FailedRecording& failed) {
    return failed.planned < m_plan.recordings().files.size();
  };
  m_write.resume = progress && std::ranges::all_of(progress->failed, isPlanned);
  if (!m_write.resume) return {};
  m_from = std::move(*progress);
  m_failed = m_from.failed;
  dropFailed(m_plan, m_failed);
  return {};
}

void RecordingLoad::leaveOut(const std::vector<std::pair<std::uint64_t, Error>>& failures) {
  std::vector<FailedRecording> failed;
  for (const auto& [planned, error] : failures)
    failed.push_back({planned, std::string(reasonOf(error.code)), error.message});
  dropFailed(m_plan, failed);
  m_failed.insert(m_failed.end(), failed.begin(), failed.end());
  // What is stored is of other recordings now.
  m_write.resume = false;
}

Result<WindowStats> RecordingLoad::store(const UsableRecordings& usable, store::DatasetWriter& writer) {
  RecordingProgress from;
  from.stats.resize(m_plan.recordings().channelNames.size());
  if (writer.resumed()) from = m_from;
  m_startedOver = m_startedOver || m_continuedFrom > 0;
  m_continuedFrom = writer.resumed() ? writer.resumed()->samples : 0;
  RecordingJournal journal(writer, m_options.checkpointEvery, m_failed);
  const RecordingTarget target{writer, journal, from, {m_options.cache.get(), m_options.reads.get()}};
  const bool whole = m_plan.options.recordings.keep == StoreAs::recordings;
  return whole ? storeWholeRecordings(m_plan, usable, target, m_resources, m_job)
               : cutWindows(m_plan, usable, target, m_resources, m_job);
}

Result<ImportReport> RecordingLoad::finish(const UsableRecordings& usable, store::DatasetWriter& writer,
                                           const WindowStats& stored) const {
  MASU_TRY(auto rejects, Rejects::write(m_plan, m_options));
  const store::DatasetMeta meta = metaOf(m_plan, usable, stored);
  MASU_TRY(const auto written, writer.finish(usable.windows.size(), meta, m_job));
  ImportReport report;
  // What was resampled is not what the source holds, however well it was stored.
  const auto isLossy = [](const table::Column& column) { return column.stats.maxError > 0; };
  if (m_plan.dtype != m_asked.dtype) {
    report.notes.push_back({MASU_TEXT("core", "A sample that {2} does not hold made {0} wider: {1} instead of {2}."),
                            {objectsOf(m_plan).front().name, std::string(table::name(m_plan.dtype)),
                             std::string(table::name(m_asked.dtype))}});
  }
  if (m_plan.options.recordings.rate == 0 || std::ranges::any_of(meta.schema.columns, isLossy))
    report.schema = meta.schema;
  report.rejectsFile = rejects.keep();
  report.records = recordsOf(m_plan, usable);
  report.samples = usable.windows.size();
  report.frames = frameUseOf(m_plan);
  report.continuedFrom = m_continuedFrom;
  report.startedOver = m_startedOver;
  report.bytesWritten = written.bytes;
  report.syncSeconds = written.syncSeconds;
  for (const std::uint64_t index : usable.planned) report.bytesRead += m_plan.sources[index].bytes;
  return report;
}

/// One try at the whole import. Nothing when recordings failed, which are then marked in the plan, or when the type did
/// not hold their samples.
Result<std::optional<ImportReport>> RecordingLoad::attempt() {
  if (const RecordingPlan* problem = firstProblem(m_plan); problem && m_plan.options.onError == OnError::fail) {
    return fail(Errc::format, MASU_TEXT("core", "{0} The others are imported where faulty recordings may be rejected."),
                {problem->message}, {problem->path});
  }
  const UsableRecordings usable = usableOf(m_plan);
  if (usable.windows.size() == 0) {
    const RecordingPlan* problem = firstProblem(m_plan);
    return fail(Errc::noSamples, MASU_TEXT("core", "No sample is left to import. {0}"),
                {problem ? problem->message : Message{}});
  }
  MASU_TRY(auto writer, store::DatasetWriter::create(m_options.target, objectsOf(m_plan), m_write));
  MASU_CHECK(Rejects::check(m_plan, m_options, writer->resumed().has_value()));
  const auto done = [&]() -> Result<std::optional<ImportReport>> {
    MASU_TRY(const WindowStats cut, store(usable, *writer));
    if (!cut.failures.empty()) {
      leaveOut(cut.failures);
      return std::nullopt;
    }
    if (widen(cut.channels)) return std::nullopt;
    return finish(usable, *writer, cut);
  };
  auto report = done();
  // A source that was edited may be brought back.
  const auto staysFor = [&](Errc failure) {
    return isResumable(failure) || (writer->resumed() && failure == Errc::invalidArgument);
  };
  if (report ? !report->has_value() : !staysFor(report.error().code)) writer->forget();
  return report;
}

Result<ImportReport> RecordingLoad::run() {
  const auto begin = std::chrono::steady_clock::now();
  // Before what an interrupted import left is discarded; once more where that turns out not to be resumable.
  MASU_CHECK(checkRejectsPlace(m_options, m_write.resume));
  if (m_write.resume) MASU_CHECK(findInterrupted());
  std::optional<ImportReport> report;
  // Every try that fails takes at least one recording out, or a wider type, so this ends.
  while (!report) {
    MASU_TRY(report, attempt());
  }
  if (m_options.log != nullptr) MASU_CHECK(logRecordings(m_plan, *m_options.log));
  countRejects(m_plan, *report);
  m_job.progress.addRejected(report->rejected);
  noteCutRecordings(m_plan, *report);
  report->seconds = secondsSince(begin);
  return std::move(*report);
}

}  // namespace

Result<void> checkRecordingRejects(const ImportPlan& plan, const LoadOptions& options) {
  return Rejects::check(plan, options, store::interruptedImport(options.target).has_value());
}

Result<ImportReport> loadRecordings(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                                    const JobContext& job) {
  return RecordingLoad(plan, options, resources, job).run();
}

}  // namespace masu::ingest
