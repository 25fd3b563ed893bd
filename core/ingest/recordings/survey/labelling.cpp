// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/survey/labelling.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/name_list.h"
#include "core/csv/detection/encoding.h"
#include "core/ingest/labels/label_list.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/recordings/read/recording_formats.h"
#include "core/ingest/recordings/read/segments.h"
#include "core/ingest/sources/source_opener.h"
#include "core/table/number_text.h"
#include "core/waveform/flat/idx_file.h"
#include "core/waveform/recording/name_rule.h"

namespace masu::ingest {
namespace {

using waveform::RecordingInfo;
/// What a rule finds for a recording.
enum class Found { label, group };

void rejectUnlabelled(RecordingPlan& recording, Message sentence) {
  recording.reject(MASU_TEXT("core", "no label"), std::move(sentence));
  recording.unlabelled = true;
}

void rejectUngrouped(RecordingPlan& recording, Message sentence) {
  recording.reject(MASU_TEXT("core", "no group"), std::move(sentence));
}

template <class Finder>
void fill(ImportPlan& plan, const Finder& finder, const std::string& rule, Found what) {
  for (RecordingPlan& recording : plan.recordings().files) {
    auto found = finder.find(recording.path);
    if (found) {
      (what == Found::label ? recording.label : recording.group) = std::move(*found);
    } else if (recording.problem.empty() && what == Found::label) {
      rejectUnlabelled(recording,
                       {MASU_TEXT("core", "{0} has no label: {1} finds none for it."), {recording.path, rule}});
    } else if (recording.problem.empty()) {
      rejectUngrouped(recording,
                      {MASU_TEXT("core", "{0} has no group: {1} finds none for it."), {recording.path, rule}});
    }
  }
}

/// A list that names what is not there may be the list of other recordings, or some may be missing. One that has both
/// labels and groups is noted once.
void noteUnmatched(ImportPlan& plan, const LabelList& list, const std::string& file) {
  std::vector<std::string> paths;
  for (const RecordingPlan& recording : plan.recordings().files) paths.push_back(recording.path);
  const std::vector<std::string> unmatched = list.unmatched(paths);
  if (unmatched.empty()) return;
  Message note = {MASU_TEXT("core", "Recordings in the list {0} that are not among the sources: {1}, first {2}."),
                  {file, std::to_string(unmatched.size()), unmatched.front()}};
  const auto isSame = [&](const Message& other) { return other.english() == note.english(); };
  if (std::ranges::none_of(plan.notes, isSame)) plan.notes.push_back(std::move(note));
}

Result<void> applyRule(ImportPlan& plan, const std::string& rule, Found what) {
  constexpr std::string_view kList = "csv:";
  if (rule.empty()) return {};
  if (rule.starts_with(kList)) {
    const std::string_view spec = std::string_view(rule).substr(kList.size());
    MASU_TRY(const auto list, LabelList::read(spec, plan.root));
    fill(plan, list, rule, what);
    noteUnmatched(plan, list, LabelList::fileIn(spec));
  } else {
    MASU_TRY(const auto nameRule, waveform::NameRule::parse(rule));
    fill(plan, nameRule, rule, what);
  }
  return {};
}

/// How far an annotation reaches that does not say so, and which of them nothing is under.
void noteAnnotations(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  std::uint64_t all = 0;
  std::uint64_t moments = 0;
  std::set<std::string> without;
  std::set<std::string> with;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    const RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty()) continue;
    all += headers[i].annotations.size();
    moments += static_cast<std::uint64_t>(
        std::ranges::count_if(headers[i].annotations, [](const auto& note) { return !(note.duration > 0); }));
    without.insert(recording.labels.begin(), recording.labels.end());
    for (const SegmentPlan& segment : recording.segments) with.insert(recording.labels[segment.label]);
  }
  if (moments > 0) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "Annotations without a duration: {0} of {1}. Each labels what follows it, up to the "
                   "next annotation or the end of the recording."),
         {std::to_string(moments), std::to_string(all)}});
  }
  for (const std::string& label : with) without.erase(label);
  const std::string names = namesListed({without.begin(), without.end()}, kAllListed);
  if (names.empty()) return;
  plan.notes.push_back(
      {MASU_TEXT("core", "No frame is under these annotations, so that their classes have no window: {0}."), {names}});
}

void labelByAnnotations(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty() || segmentByAnnotations(recording, headers[i])) continue;
    rejectUnlabelled(recording, {MASU_TEXT("core", "{0} has no label: it holds no annotations."), {recording.path}});
  }
  noteAnnotations(plan, headers);
}

/// Null where the recording has no such column.
const waveform::TextColumn* textsOf(const RecordingInfo& header, const std::string& column) {
  const auto found = std::ranges::find(header.texts, column, &waveform::TextColumn::name);
  return found == header.texts.end() ? nullptr : &*found;
}

void labelByColumn(ImportPlan& plan, const std::vector<RecordingInfo>& headers, const std::string& column) {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty()) continue;
    const waveform::TextColumn* texts = textsOf(headers[i], column);
    if (texts == nullptr) {
      rejectUnlabelled(
          recording,
          {MASU_TEXT(
               "core",
               "{0} has no label: it is not a table with a column {1}. An array of labels is named by array:{1}."),
           {recording.path, column}});
    } else if (!segmentByTexts(recording, headers[i], *texts)) {
      rejectUnlabelled(recording,
                       {MASU_TEXT("core", "{0} has no label: its column {1} is empty."), {recording.path, column}});
    }
  }
}

/// A recording belongs to one group.
void groupByColumn(ImportPlan& plan, const std::vector<RecordingInfo>& headers, const std::string& column) {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty()) continue;
    std::set<std::string> groups;
    if (const waveform::TextColumn* texts = textsOf(headers[i], column))
      for (const waveform::TextRun& run : texts->runs) groups.insert(run.text);
    groups.erase("");
    if (groups.size() == 1) {
      recording.group = *groups.begin();
      continue;
    }
    rejectUngrouped(recording, {MASU_TEXT("core", "{0} has no group: its column {1} should hold one, and holds {2}."),
                                {recording.path, column, std::to_string(groups.size())}});
  }
}

/// The list of labels of each file: one a source where each is a file, else one a file in their order.
/// Errors: there are more or fewer lists.
Result<std::vector<std::filesystem::path>> listsOf(const ImportPlan& plan, const std::vector<RecordingFile>& files) {
  const auto& lists = plan.options.recordings.labelFiles;
  const std::size_t sources = plan.options.sources.size();
  std::vector<std::filesystem::path> listsOfFiles;
  std::set<std::size_t> met;
  if (lists.size() == sources && files.size() == sources) {
    for (const RecordingFile& file : files) {
      met.insert(file.source);
      listsOfFiles.push_back(lists[file.source]);
    }
    if (met.size() == sources) return listsOfFiles;
  }
  if (lists.size() == files.size()) return lists;
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "Of files of samples and their lists of labels there are {0} and {1}: name one list for "
                        "each, in their order."),
              {std::to_string(files.size()), std::to_string(lists.size())});
}

Result<void> labelBySamples(ImportPlan& plan, const std::vector<RecordingFile>& files) {
  MASU_TRY(const auto lists, listsOf(plan, files));
  SourceOpener opener;
  for (std::size_t i = 0; i < files.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty()) continue;
    MASU_TRY(io::File list, opener.open(lists[i]));
    MASU_TRY(const auto labels, waveform::idxLabels(list));
    MASU_CHECK(labelSamples(recording, labels));
  }
  return {};
}

/// As many numbers as there are samples, in blocks. Errors: the array is not a list of numbers, or lacks one.
Result<std::vector<std::string>> labelsIn(waveform::RecordingSource& source, const std::string& path,
                                          const std::string& array) {
  constexpr std::uint64_t kBlock = 1U << 16U;
  const RecordingInfo& info = source.info();
  if (info.channels.size() != 1 || !info.sampleShape.empty()) {
    return fail(Errc::format, MASU_TEXT("core", "{1} in {0} holds no labels: one number for each sample is expected."),
                {path, array}, {path});
  }
  std::vector<std::string> labels;
  std::vector<double> values;
  for (std::uint64_t first = 0; first < info.frames; first += values.size()) {
    values.resize(std::min(kBlock, info.frames - first));
    MASU_CHECK(source.readExact(first, values));
    for (const double value : values) {
      if (!std::isfinite(value)) {
        return fail(Errc::format, MASU_TEXT("core", "{1} in {0} has no number for sample {2}."),
                    {path, array, std::to_string(labels.size())}, {path});
      }
      labels.push_back(table::numberText(value, table::DType::f64));
    }
  }
  return labels;
}

/// Each file has its own, in another of its arrays. Errors: as labelRecordings().
Result<void> labelByArray(ImportPlan& plan, const std::string& array, const Resources& resources) {
  ImportOptions ofLabels;
  ofLabels.recordings.channels = {array};
  SourceOpener opener(memoryPerThread(resources));
  for (RecordingPlan& recording : plan.recordings().files) {
    if (!recording.problem.empty()) continue;
    const auto label = [&]() -> Result<void> {
      MASU_TRY(const auto source, openRecording(opener, plan.root / recording.path, ofLabels));
      MASU_TRY(const auto labels, labelsIn(*source, recording.path, array));
      return labelSamples(recording, labels);
    };
    const auto labelled = label();
    if (!labelled && labelled.error().code == Errc::outOfMemory) return labelled;
    if (!labelled) rejectUnlabelled(recording, labelled.error().message);
  }
  return {};
}

/// Names of classes and groups are stored as UTF-8: those of other bytes could not be shown, and would look the same.
void rejectUnreadableNames(ImportPlan& plan) {
  const auto isReadable = [](const std::string& name) { return csv::isUtf8(name); };
  for (RecordingPlan& recording : plan.recordings().files) {
    if (!recording.problem.empty()) continue;
    const std::vector<std::string> labels = labelsOf(recording);
    const auto label = std::ranges::find_if_not(labels, isReadable);
    if (label != labels.end()) {
      rejectUnlabelled(recording, {MASU_TEXT("core",
                                             "{0} has no label: {1} is not UTF-8. Rename its folder or file, or save "
                                             "the list of labels as UTF-8."),
                                   {recording.path, *label}});
    } else if (!isReadable(recording.group)) {
      rejectUngrouped(recording, {MASU_TEXT("core",
                                            "{0} has no group: {1} is not UTF-8. Rename its folder or file, or save "
                                            "the list of groups as UTF-8."),
                                  {recording.path, recording.group}});
    }
  }
}

Result<void> groupRecordings(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  const std::string& rule = plan.options.recordings.groupFrom;
  const std::string column = columnInRule(rule);
  if (column.empty()) return applyRule(plan, rule, Found::group);
  groupByColumn(plan, headers, column);
  return {};
}

}  // namespace

Result<void> labelRecordings(ImportPlan& plan, const std::vector<RecordingFile>& files,
                             const std::vector<RecordingInfo>& headers, const Resources& resources) {
  const RecordingOptions& options = plan.options.recordings;
  if (!options.labelFiles.empty()) {
    MASU_CHECK(labelBySamples(plan, files));
  } else if (const std::string array = labelArrayOf(options); !array.empty()) {
    MASU_CHECK(labelByArray(plan, array, resources));
  } else if (options.labelFrom == "annotation") {
    labelByAnnotations(plan, headers);
  } else if (const std::string column = columnInRule(options.labelFrom); !column.empty()) {
    labelByColumn(plan, headers, column);
  } else {
    MASU_CHECK(applyRule(plan, options.labelFrom, Found::label));
  }
  MASU_CHECK(groupRecordings(plan, headers));
  rejectUnreadableNames(plan);
  return {};
}

}  // namespace masu::ingest
