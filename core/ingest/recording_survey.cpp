#include "core/ingest/recording_survey.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/label_list.h"
#include "core/ingest/recording_files.h"
#include "core/ingest/recording_labels.h"
#include "core/ingest/recording_reader.h"
#include "core/ingest/sources.h"
#include "core/waveform/name_rule.h"
#include "core/waveform/windows.h"

namespace masu::ingest {
namespace {

using waveform::RecordingInfo;

void reject(RecordingPlan& recording, std::string reason, const Message& sentence) {
  recording.reason = std::move(reason);
  recording.problem = sentence.english();
}

/// Opens every recording once. `headers` lie beside plan.recordingFiles; those of unreadable files stay empty.
Result<std::vector<RecordingInfo>> readHeaders(ImportPlan& plan, const JobContext& job) {
  const std::size_t count = plan.recordingFiles.size();
  job.progress.begin(MASU_TEXT("core", "Reading recordings"), count, Progress::Unit::steps);
  std::vector<RecordingInfo> headers(count);
  const auto readOne = [&](std::size_t i, const std::stop_token&) -> Result<void> {
    RecordingPlan& recording = plan.recordingFiles[i];
    store::SourceFile& source = plan.sources[i];
    const std::filesystem::path path = plan.root / recording.path;
    job.progress.add(1);
    auto described = describeSource(path, plan.root);
    if (!described) {
      reject(recording, std::string(reasonOf(described.error().code)), described.error().message);
      return {};
    }
    source.bytes = described->bytes;
    source.hash = described->hash;
    auto opened = openRecording(path, plan.options.recordings.rate);
    if (!opened) {
      reject(recording, std::string(reasonOf(opened.error().code)), opened.error().message);
      return {};
    }
    headers[i] = (*opened)->info();
    recording.frames = source.records = headers[i].frames;
    recording.rate = source.rate = headers[i].rate;
    recording.channels = static_cast<std::uint32_t>(headers[i].channels.size());
    return {};
  };
  MASU_CHECK(flow::forEachIndex(count, flow::resolve({}).threads, job.stop, readOne));
  return headers;
}

/// What most of the usable recordings have; the first of equals.
template <class Get>
auto mostCommon(const ImportPlan& plan, const std::vector<RecordingInfo>& headers, Get get) {
  std::map<std::decay_t<decltype(get(headers.front()))>, std::size_t> counts;
  std::decay_t<decltype(get(headers.front()))> best{};
  std::size_t bestCount = 0;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (plan.recordingFiles[i].problem.empty()) ++counts[get(headers[i])];
  }
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (!plan.recordingFiles[i].problem.empty()) continue;
    const auto value = get(headers[i]);
    if (const std::size_t times = counts[value]; times > bestCount) {
      best = value;
      bestCount = times;
    }
  }
  return best;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string shortNumber(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// Channels: those asked for, else those of most recordings. A recording without them is rejected.
void settleChannels(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  const auto& asked = plan.options.recordings.channels;
  plan.channelNames = asked;
  if (asked.empty())
    plan.channelNames = mostCommon(plan, headers, [](const RecordingInfo& info) { return info.channels; });
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordingFiles[i];
    const auto& own = headers[i].channels;
    if (!recording.problem.empty() || own == plan.channelNames) continue;
    const bool hasAll = std::ranges::all_of(
        plan.channelNames, [&](const auto& name) { return std::ranges::find(own, name) != own.end(); });
    // Unasked, the first of two channels is no stand-in for a single one.
    if (hasAll && !asked.empty()) continue;
    reject(recording, "other channels",
           {MASU_TEXT("core", "{0} has the channels {1}, not {2}; choose channels that all recordings have."),
            {recording.path, joined(own), joined(plan.channelNames)}});
  }
}

void settleRate(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  plan.rate = plan.options.recordings.rate;
  if (plan.rate == 0) plan.rate = mostCommon(plan, headers, [](const RecordingInfo& info) { return info.rate; });
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordingFiles[i];
    if (!recording.problem.empty() || headers[i].rate == plan.rate) continue;
    reject(recording, "other rate",
           {MASU_TEXT("core",
                      "{0} has {1} frames a second where most have {2}; resampling to {2} brings all to one rate."),
            {recording.path, shortNumber(headers[i].rate), shortNumber(plan.rate)}});
  }
}

using TextOf = std::string RecordingPlan::*;

template <class Finder>
void fill(ImportPlan& plan, const Finder& finder, TextOf text, const char* reason, Message sentence) {
  for (RecordingPlan& recording : plan.recordingFiles) {
    auto found = finder.find(recording.path);
    if (found) {
      recording.*text = std::move(*found);
    } else if (recording.problem.empty()) {
      sentence.arguments.front() = recording.path;
      reject(recording, reason, sentence);
    }
  }
}

/// Fills labels or groups by their rule or list. Errors: the rule is not valid, the list cannot be read.
Result<void> applyRule(ImportPlan& plan, const std::string& rule, TextOf text, const char* reason,
                       const char* sentence) {
  constexpr std::string_view kList = "csv:";
  if (rule.empty()) return {};
  const Message message{sentence, {{}, rule}};
  if (rule.starts_with(kList)) {
    MASU_TRY(const auto list, LabelList::read(std::string_view(rule).substr(kList.size()), plan.root));
    fill(plan, list, text, reason, message);
  } else {
    MASU_TRY(const auto nameRule, waveform::NameRule::parse(rule));
    fill(plan, nameRule, text, reason, message);
  }
  return {};
}

template <class Get>
auto ofUsable(const ImportPlan& plan, Get get) {
  std::vector<std::decay_t<decltype(get(plan.recordingFiles.front()))>> values;
  for (const RecordingPlan& recording : plan.recordingFiles) {
    if (recording.problem.empty()) values.push_back(get(recording));
  }
  return values;
}

Result<void> settleWindow(ImportPlan& plan) {
  const RecordingOptions& asked = plan.options.recordings;
  auto lengths = ofUsable(plan, [](const RecordingPlan& recording) { return recording.frames; });
  plan.window = asked.window;
  if (plan.window == 0) {
    std::sort(lengths.begin(), lengths.end());
    const std::uint64_t median = lengths[lengths.size() / 2];
    if (lengths.front() != lengths.back()) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "The recordings differ in length: the shortest has {0} frames, the median {1}, the longest "
                            "{2}. Choose a window."),
                  {std::to_string(lengths.front()), std::to_string(median), std::to_string(lengths.back())});
    }
    plan.window = median;
  }
  plan.hop = asked.oneWindow ? 0 : asked.hop.value_or(plan.window);
  if (!asked.oneWindow && plan.hop == 0) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "The hop must be at least one frame; without a hop there is one window a recording."));
  }
  plan.samples = 0;
  for (const std::uint64_t frames : lengths) plan.samples += waveform::windowCount(frames, windowRuleOf(plan));
  return {};
}

Result<void> settleTarget(ImportPlan& plan) {
  if (plan.options.recordings.labelFrom.empty()) return {};
  const auto labels = ofUsable(plan, [](const RecordingPlan& recording) { return recording.label; });
  MASU_TRY(plan.target, targetOf(labels, plan.options.target));
  if (plan.target == store::Target::classes) plan.classes = sortedNames(labels);
  return {};
}

/// The recordings' own type where they share one format, else -1 … 1 as f32, since 8, 16 and 24 bits count in other
/// units. Errors: a type was asked for that cannot hold the values.
Result<void> settleType(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  std::optional<RecordingInfo> first;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (!plan.recordingFiles[i].problem.empty()) continue;
    if (!first) first = headers[i];
    plan.fullScale |= headers[i].native != first->native || headers[i].fullScale != first->fullScale;
  }
  const table::DType native = plan.fullScale ? table::DType::f32 : first->native;
  plan.dtype = plan.options.dtype.value_or(native);
  const bool holdsNative =
      table::isInteger(native) && lowest(plan.dtype) <= lowest(native) && highest(native) <= highest(plan.dtype);
  if (table::isInteger(plan.dtype) ? holdsNative : holdsNative || !table::isInteger(native)) return {};
  return fail(
      Errc::invalidArgument,
      MASU_TEXT(
          "core",
          "The type {0} cannot hold these recordings, whose samples are {1}. Choose f32, or leave the choice to Masu."),
      {std::string(name(plan.dtype)), std::string(name(native))});
}

void describeChannels(ImportPlan& plan) {
  for (const std::string& channel : plan.channelNames) {
    ColumnPlan column;
    column.name = channel;
    column.kind = table::isInteger(plan.dtype) ? table::Kind::integer : table::Kind::decimal;
    plan.columns.push_back(std::move(column));
  }
}

/// Errors: every recording has a problem.
Result<void> checkUsable(const ImportPlan& plan) {
  const auto usable = [](const RecordingPlan& recording) { return recording.problem.empty(); };
  if (std::any_of(plan.recordingFiles.begin(), plan.recordingFiles.end(), usable)) return {};
  return fail(Errc::noSamples, MASU_TEXT("core", "None of the {0} recordings can be used. The first: {1}"),
              {std::to_string(plan.recordingFiles.size()), plan.recordingFiles.front().problem},
              {plan.recordingFiles.front().path});
}

}  // namespace

Result<ImportPlan> surveyRecordings(const ImportOptions& options, const JobContext& job) {
  MASU_TRY(auto files, findRecordings(options.sources, job));
  ImportPlan plan;
  plan.options = options;
  plan.options.as = SourceKind::recordings;
  plan.recordings = true;
  plan.root = std::move(files.root);
  for (std::string& path : files.paths) {
    plan.sources.emplace_back().path = path;
    plan.recordingFiles.emplace_back().path = std::move(path);
  }
  MASU_TRY(const auto headers, readHeaders(plan, job));
  settleChannels(plan, headers);
  settleRate(plan, headers);
  const RecordingOptions& recordings = options.recordings;
  MASU_CHECK(applyRule(plan, recordings.labelFrom, &RecordingPlan::label, "no label",
                       MASU_TEXT("core", "{0} has no label: {1} finds none for it.")));
  MASU_CHECK(applyRule(plan, recordings.groupFrom, &RecordingPlan::group, "no group",
                       MASU_TEXT("core", "{0} has no group: {1} finds none for it.")));
  MASU_CHECK(checkUsable(plan));
  MASU_CHECK(settleWindow(plan));
  MASU_CHECK(settleTarget(plan));
  MASU_CHECK(settleType(plan, headers));
  describeChannels(plan);
  for (const store::SourceFile& source : plan.sources) plan.sourceBytes += source.bytes;
  plan.surveyedBytes = plan.sourceBytes;
  plan.surveyedRecords = plan.recordingFiles.size();
  return plan;
}

}  // namespace masu::ingest
