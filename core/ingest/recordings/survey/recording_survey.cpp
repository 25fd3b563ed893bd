// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/survey/recording_survey.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/ingest/labels/idx_labels.h"
#include "core/ingest/labels/label_codes.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/plan/window_length.h"
#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/recordings/read/recording_files.h"
#include "core/ingest/recordings/read/recording_formats.h"
#include "core/ingest/recordings/read/segments.h"
#include "core/ingest/recordings/read/window_reader.h"
#include "core/ingest/recordings/survey/channel_types.h"
#include "core/ingest/recordings/survey/labelling.h"
#include "core/ingest/recordings/survey/reconciliation.h"
#include "core/ingest/sources/source_opener.h"
#include "core/ingest/sources/sources.h"
#include "core/table/number_text.h"

namespace masu::ingest {
namespace {

using waveform::RecordingInfo;

/// What a survey learns of each recording.
struct ReadHeaders {
  std::vector<RecordingInfo> headers;  ///< those of unreadable files stay empty
  std::shared_ptr<RecordingCache> cache;
};

/// What cannot be read is left out by the plan. Errors: the memory is not enough to read it.
Result<void> readOne(SourceOpener& opener, ImportPlan& plan, std::size_t index, ReadHeaders& all) {
  RecordingPlan& recording = plan.recordings().files[index];
  store::SourceFile& source = plan.sources[index];
  RecordingInfo& header = all.headers[index];
  const std::filesystem::path path = plan.root / recording.path;
  auto described = opener.describe(path);
  if (!described) {
    const Error& error = described.error();
    recording.reject(std::string(reasonOf(error.code)), error.message);
    return {};
  }
  auto opened = openRecording(opener, path, plan.options);
  DescribedRecording whole = opener.describedWhole(std::move(*described));
  source.bytes = whole.content.bytes;
  source.hash = std::move(whole.content.hash);
  for (std::size_t i = 1; i < whole.states.size(); ++i) recording.named.push_back(whole.states[i].file);
  if (!opened) {
    // The file is there: what is not found is a channel or an array that was asked for.
    const Error& error = opened.error();
    if (error.code == Errc::outOfMemory) return fail(error);
    const auto reason =
        error.code == Errc::notFound ? std::string_view(MASU_TEXT("core", "other channels")) : reasonOf(error.code);
    recording.reject(std::string(reason), error.message);
    return {};
  }
  if (const auto kept = all.cache->keep(index, **opened, std::move(whole.states)); !kept) {
    recording.reject(std::string(reasonOf(kept.error().code)), kept.error().message);
    return {};
  }
  header = (*opened)->info();
  recording.frames = source.records = header.frames;
  recording.rate = source.rate = header.rate;
  recording.channels = static_cast<std::uint32_t>(header.channels.size());
  recording.timeColumns = header.timeColumns;
  segmentByHeader(recording, header);
  return {};
}

/// Opens every recording once. What its header says is parallel to plan.recordings().files.
Result<ReadHeaders> readRecordings(ImportPlan& plan, std::shared_ptr<RecordingCache> cache, const Resources& resources,
                                   const JobContext& job) {
  const std::size_t count = plan.recordings().files.size();
  job.progress.begin(MASU_TEXT("core", "Reading recordings"), count, Progress::Unit::steps);
  if (!cache) cache = std::make_shared<RecordingCache>(RecordingCache::allowance(resources));
  cache->begin(count);
  ReadHeaders all{std::vector<RecordingInfo>(count), std::move(cache)};
  const auto read = [&](SourceOpener& opener, std::size_t i, const std::stop_token&) {
    return readOne(opener, plan, i, all);
  };
  MASU_CHECK(forEachRecording(count, resources, job, read));
  return all;
}

/// A length given in seconds, as frames. Errors: no rate is known; it is shorter than a frame, or too long.
Result<std::uint64_t> framesOf(double seconds, const ImportPlan& plan) {
  const double frames = std::round(seconds * plan.recordings().rate);
  if (frames >= 1 && frames <= kMostWindowFrames) return static_cast<std::uint64_t>(frames);
  if (plan.recordings().rate > 0) {
    const auto text = [](double value) { return table::numberText(value, table::DType::f64); };
    return frames < 1 ? fail(Errc::invalidArgument,
                             MASU_TEXT("core", "{0} seconds are not a whole number of frames at {1} frames a second."),
                             {text(seconds), text(plan.recordings().rate)})
                      : fail(Errc::invalidArgument,
                             MASU_TEXT("core",
                                       "{0} seconds are too long: at {1} frames a second, at most {2} can be "
                                       "stored."),
                             {text(seconds), text(plan.recordings().rate),
                              text(std::floor(kMostWindowFrames / plan.recordings().rate))});
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The recordings do not state their rate, so {0} seconds cannot be counted in frames. State the "
                        "rate, or give the length in frames."),
              {table::numberText(seconds, table::DType::f64)});
}

Error tooLong(std::uint64_t window) {
  return {Errc::invalidArgument,
          MASU_TEXT("core", "A window of {0} frames is too long: choose one of at most {1}."),
          {std::to_string(window), std::to_string(kMostWindowFrames)}};
}

/// Of all segments that can be used. Requires: there is one.
NeedsWindow lengthsIn(const ImportPlan& plan) {
  std::vector<std::uint64_t> lengths;
  for (const RecordingPlan& recording : plan.recordings().files) {
    if (!recording.problem.empty()) continue;
    for (const waveform::RecordingSegment& segment : segmentsOf(recording, 0)) lengths.push_back(segment.frames);
  }
  std::sort(lengths.begin(), lengths.end());
  return {lengths.front(), lengths[lengths.size() / 2], lengths.back()};
}

/// Errors: what was asked of windows does not go with what the sources hold.
Result<void> checkWindowAsked(const ImportPlan& plan) {
  const RecordingOptions& asked = plan.options.recordings;
  if (holdsImages(plan) && (asked.window != 0 || asked.windowSeconds != 0)) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Images are stored whole: leave the window out."));
  }
  if (holdsRows(plan) && (asked.window > 1 || asked.windowSeconds != 0 || asked.keep == StoreAs::recordings)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Rows of a table are samples as they are: leave out windows, and whole recordings."));
  }
  if (holdsImages(plan) && asked.keep == StoreAs::recordings) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Images cannot be cut into windows. Store them whole."));
  }
  if (plan.options.shuffle && asked.keep == StoreAs::recordings) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "Whole recordings are not stored in random order: their windows are cut while reading. Store "
                          "windows, or shuffle while streaming."));
  }
  return {};
}

/// Takes the length that all share where none was asked for. Nothing to say: the window is settled.
Result<std::optional<NeedsWindow>> settleLength(ImportPlan& plan) {
  const RecordingOptions& asked = plan.options.recordings;
  MASU_CHECK(checkWindowAsked(plan));
  std::uint64_t& window = plan.recordings().window;
  window = asked.window;
  if (window == 0 && asked.windowSeconds > 0) {
    MASU_TRY(window, framesOf(asked.windowSeconds, plan));
  }
  if (window == 0) {
    const NeedsWindow lengths = lengthsIn(plan);
    if (lengths.shortest != lengths.longest || lengths.longest > kMostWindowFrames) return lengths;
    window = lengths.median;
  }
  if (window > kMostWindowFrames) return fail(tooLong(window));
  return std::nullopt;
}

/// Between the gaps of a recording, a segment that no window fits into is a rest like that after the last window. It
/// stays where the recording would be lost without it, where it is a sample and where it has a label.
void dropShortSegments(ImportPlan& plan) {
  const std::uint64_t window = plan.recordings().window;
  if (plan.options.recordings.rest == Tail::pad || !plan.recordings().sampleShape.empty()) return;
  const auto isShort = [&](const SegmentPlan& segment) { return segment.frames < window; };
  for (RecordingPlan& recording : plan.recordings().files) {
    if (!recording.labels.empty() || std::ranges::all_of(recording.segments, isShort)) continue;
    std::erase_if(recording.segments, isShort);
  }
}

/// Errors: a hop of nothing, or too long.
Result<void> settleHop(ImportPlan& plan) {
  const RecordingOptions& asked = plan.options.recordings;
  plan.recordings().hop = asked.oneWindow ? 0 : asked.hop.value_or(plan.recordings().window);
  if (!asked.oneWindow && !asked.hop && asked.hopSeconds > 0) {
    MASU_TRY(plan.recordings().hop, framesOf(asked.hopSeconds, plan));
  }
  if (!asked.oneWindow && plan.recordings().hop == 0) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "The hop must be at least one frame; without a hop there is one window a recording."));
  }
  dropShortSegments(plan);
  plan.samples = 0;
  for (const RecordingPlan& recording : plan.recordings().files)
    plan.samples += recording.problem.empty() ? samplesOf(recording, plan) : 0;
  return {};
}

Result<void> settleTarget(ImportPlan& plan) {
  const RecordingOptions& asked = plan.options.recordings;
  if (asked.labelFrom.empty() && asked.labelFiles.empty()) return {};
  std::vector<std::string> labels;
  for (const RecordingPlan& recording : plan.recordings().files) {
    if (!recording.problem.empty()) continue;
    const auto own = labelsOf(recording);
    labels.insert(labels.end(), own.begin(), own.end());
  }
  MASU_TRY(plan.target, targetOf(labels, plan.options.target));
  if (plan.target == store::Target::classes) plan.classes = sortedNames(labels);
  return {};
}

/// A column to predict, named as that of a table is, becomes the rule that it is. Errors: there are other labels too.
Result<void> takeLabelColumn(ImportOptions& options) {
  if (options.labels.empty()) return {};
  const std::string rule = labelRuleText(options.recordings);
  if (options.labels.size() > 1 || !rule.empty()) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "A recording has one label: from the column {0}, or from {1}. Leave one of them out."),
        {options.labels.front(), rule.empty() ? options.labels.back() : rule});
  }
  setLabelRule(options.recordings, "column:" + options.labels.front());
  options.labels.clear();
  return {};
}

/// Errors: the column of times was asked for as something else, too.
Result<void> checkTimeColumn(const ImportOptions& asked) {
  const RecordingOptions& options = asked.recordings;
  if (!options.time || options.time->empty()) return {};
  const auto names = [&](const std::vector<std::string>& columns) {
    return std::ranges::find(columns, *options.time) != columns.end();
  };
  const char* other = names(options.channels)                            ? "--channels"
                      : names(asked.labels)                              ? "--label"
                      : columnInRule(options.labelFrom) == *options.time ? "--label-from"
                      : columnInRule(options.groupFrom) == *options.time ? "--group-from"
                                                                         : nullptr;
  if (other == nullptr) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "--time and {1} both name the column {0}, which has one role only. Leave one of them out."),
              {*options.time, other});
}

/// A recording that is shorter than a window is padded, also where the rest of longer ones is left out, and so are its
/// segments where none is longer: no recording gets lost so.
void notePaddedRecordings(ImportPlan& plan) {
  if (plan.options.recordings.rest == Tail::pad) return;
  const auto isShort = [&](const RecordingPlan& recording) {
    const auto segments = segmentsOf(recording, 0);
    return recording.problem.empty() && std::ranges::any_of(segments, [&](const waveform::RecordingSegment& segment) {
             return segment.frames < plan.recordings().window;
           });
  };
  const auto count = std::ranges::count_if(plan.recordings().files, isShort);
  if (count == 0) return;
  if (count == 1) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "One recording is shorter than the window, or has a segment that is, and is padded "
                                    "to it: drop leaves out the rest of longer ones only."),
                          {}});
    return;
  }
  plan.notes.push_back({MASU_TEXT("core",
                                  "{0} recordings are shorter than the window, or have segments that are, and are "
                                  "padded to it: drop leaves out the rest of longer ones only."),
                        {std::to_string(count)}});
}

/// That a table is a recording, and whether its first line names its columns, may be guesses.
void noteTables(ImportPlan& plan, const ImportOptions& asked, const std::vector<RecordingInfo>& headers) {
  std::size_t first = 0;
  while (first < headers.size() && !(plan.recordings().files[first].problem.empty() && headers[first].header)) ++first;
  if (first == headers.size()) return;
  const std::string& path = plan.recordings().files[first].path;
  if (asked.as == SourceKind::automatic && asksForRecordings(asked)) {
    plan.notes.push_back(
        {MASU_TEXT(
             "core",
             "{0} is a table and is read as a recording, whose rows are frames, since an option of recordings was "
             "given, such as a window. If its rows are samples, leave that option out, or use --as table."),
         {path}});
  }
  if (!asked.table.header && !*headers[first].header) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "The first line of {0} is read as values, so that its columns are called c1, c2 …. "
                                    "If it names them, use --header."),
                          {path}});
  }
}

/// How many frames windows leave out, and how many they add.
void noteFrameUse(ImportPlan& plan) {
  const waveform::FrameUse use = frameUseOf(plan);
  const auto note = [&](std::uint64_t count, const char* sentence, std::vector<Argument> arguments) {
    if (count > 0) plan.notes.push_back({sentence, std::move(arguments)});
  };
  const bool whole = plan.options.recordings.keep == StoreAs::recordings;
  const std::string window = std::to_string(plan.recordings().window);
  note(use.paddedWindows,
       whole
           ? MASU_TEXT("core",
                       "Windows that are padded with silence to {0} frames: {1} of {2}. Frames of padding: {3} of {4}.")
           : MASU_TEXT("core",
                       "Windows that are padded with silence to {0} frames: {1} of {2}. Frames of padding: {3} of "
                       "{4}; the statistics of channels include them."),
       {window, std::to_string(use.paddedWindows), std::to_string(plan.samples), std::to_string(use.padding),
        std::to_string(plan.samples * plan.recordings().window)});
  note(use.rest,
       MASU_TEXT("core", "Frames that are left out, as they come after the last window of a segment: {0} of {1}."),
       {std::to_string(use.rest), std::to_string(use.frames)});
  note(use.between,
       MASU_TEXT("core", "Frames that are left out, as the hop of {0} frames is longer than the window: {1} of {2}."),
       {std::to_string(plan.recordings().hop), std::to_string(use.between), std::to_string(use.frames)});
  std::uint64_t recorded = 0;
  for (const RecordingPlan& recording : plan.recordings().files)
    if (recording.problem.empty()) recorded += recording.frames;
  note(use.unlabelled, MASU_TEXT("core", "Frames that are left out, as they are under no label: {0} of {1}."),
       {std::to_string(use.unlabelled), std::to_string(recorded)});
}

/// Errors: every recording has a problem.
Result<void> checkUsable(const ImportPlan& plan) {
  const auto usable = [](const RecordingPlan& recording) { return recording.problem.empty(); };
  if (std::any_of(plan.recordings().files.begin(), plan.recordings().files.end(), usable)) return {};
  const RecordingPlan& first = plan.recordings().files.front();
  if (plan.recordings().files.size() == 1)
    return fail(Errc::noSamples, first.message.text, first.message.arguments, {first.path});
  return fail(Errc::noSamples, MASU_TEXT("core", "None of the {0} recordings can be used. The first: {1}"),
              {std::to_string(plan.recordings().files.size()), first.message}, {first.path});
}

/// Errors: the dimension that is time was stated where only one can be.
Result<void> checkFramesAsked(const ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  if (plan.options.recordings.frames == waveform::FrameAxis::longer) return {};
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (plan.recordings().files[i].problem.empty() && !headers[i].matrix.empty()) return {};
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "None of these recordings is a matrix, so --frames has no effect: leave it out."));
}

/// Errors: a column of times was asked for, or none, where there are no columns.
Result<void> checkTimeAsked(const ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  if (!plan.options.recordings.time) return {};
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (plan.recordings().files[i].problem.empty() && headers[i].header) return {};
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "None of these recordings is a table, so --time has no effect: leave it out."));
}

}  // namespace

Error errorOf(const NeedsWindow& lengths) {
  if (lengths.shortest == lengths.longest) return tooLong(lengths.longest);
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The recordings differ in length: the shortest has {0} frames, the median {1}, the longest "
                    "{2}. Choose a window."),
          {std::to_string(lengths.shortest), std::to_string(lengths.median), std::to_string(lengths.longest)}};
}

Result<std::variant<ImportPlan, NeedsWindow>> lookAtRecordings(const ImportOptions& options, const JobContext& job,
                                                               const Resources& resources,
                                                               std::shared_ptr<RecordingCache> cache,
                                                               const KnownRecordings& known) {
  ImportPlan plan;
  RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
  plan.options = options;
  plan.options.as = SourceKind::recordings;
  MASU_CHECK(checkTimeColumn(plan.options));
  MASU_CHECK(takeLabelColumn(plan.options));
  MASU_TRY(auto files, findRecordings(options.sources, plan.options.recordings, job));
  plan.root = std::move(files.root);
  plan.notes = std::move(files.notes);
  for (const RecordingFile& file : files.files) {
    plan.sources.emplace_back().path = file.path;
    recordings.files.emplace_back().path = file.path;
  }
  MASU_TRY(const ReadHeaders found, readRecordings(plan, std::move(cache), resources, job));
  const std::vector<RecordingInfo>& headers = found.headers;
  reconcileRecordings(plan, headers, known.learned);
  MASU_CHECK(labelRecordings(plan, files.files, headers, resources));
  MASU_CHECK(checkUsable(plan));
  MASU_CHECK(checkFramesAsked(plan, headers));
  MASU_CHECK(checkTimeAsked(plan, headers));
  noteTables(plan, options, headers);
  RecordingOptions& asked = plan.options.recordings;
  if (asked.window == 0 && asked.windowSeconds == 0 && !holdsImages(plan)) asked.window = known.window;
  MASU_TRY(const auto unsettled, settleLength(plan));
  if (unsettled) return *unsettled;
  MASU_CHECK(settleHop(plan));
  notePaddedRecordings(plan);
  noteFrameUse(plan);
  MASU_CHECK(settleTarget(plan));
  noteIdxLabels(plan);
  MASU_CHECK(settleChannelTypes(plan, headers, *found.cache, resources, job));
  for (const store::SourceFile& source : plan.sources) plan.sourceBytes += source.bytes;
  plan.surveyedBytes = plan.sourceBytes;
  plan.surveyedRecords = recordings.files.size();
  return plan;
}

}  // namespace masu::ingest
