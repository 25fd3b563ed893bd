#include "core/ingest/recording_labelling.h"

#include <map>
#include <string_view>
#include <utility>

#include "core/ingest/label_list.h"
#include "core/ingest/recording_stretches.h"
#include "core/ingest/source_opener.h"
#include "core/waveform/idx_file.h"
#include "core/waveform/name_rule.h"

namespace masu::ingest {
namespace {

using waveform::RecordingInfo;
using TextOf = std::string RecordingPlan::*;

template <class Finder>
void fill(ImportPlan& plan, const Finder& finder, TextOf text, const char* reason, Message sentence) {
  for (RecordingPlan& recording : plan.recordingFiles) {
    auto found = finder.find(recording.path);
    if (found) {
      recording.*text = std::move(*found);
    } else if (recording.problem.empty()) {
      sentence.arguments.front() = recording.path;
      recording.reject(reason, sentence);
    }
  }
}

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

void labelByAnnotations(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordingFiles[i];
    if (!recording.problem.empty() || stretchByAnnotations(recording, headers[i])) continue;
    recording.reject("no label", {MASU_TEXT("core", "{0} has no label: it holds no annotations."), {recording.path}});
  }
}

Result<void> labelBySamples(ImportPlan& plan, const std::vector<RecordingFile>& files) {
  const auto& lists = plan.options.recordings.labelFiles;
  if (lists.size() != plan.options.sources.size()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "There are {0} sources and {1} files of labels: each source needs its own."),
                {std::to_string(plan.options.sources.size()), std::to_string(lists.size())});
  }
  std::map<std::size_t, std::size_t> filesOfSource;
  for (const RecordingFile& file : files) ++filesOfSource[file.source];
  SourceOpener opener;
  for (std::size_t i = 0; i < files.size(); ++i) {
    RecordingPlan& recording = plan.recordingFiles[i];
    if (!recording.problem.empty()) continue;
    if (filesOfSource[files[i].source] > 1) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "{0} holds several files, and one list of labels. Name each file as a source."),
                  {plan.options.sources[files[i].source].string()});
    }
    MASU_TRY(io::File list, opener.open(lists[files[i].source]));
    MASU_TRY(const auto labels, waveform::idxLabels(list));
    MASU_CHECK(labelSamples(recording, labels));
  }
  return {};
}

}  // namespace

Result<void> labelRecordings(ImportPlan& plan, const std::vector<RecordingFile>& files,
                             const std::vector<RecordingInfo>& headers) {
  const RecordingOptions& options = plan.options.recordings;
  if (!options.labelFiles.empty()) {
    MASU_CHECK(labelBySamples(plan, files));
  } else if (options.labelFrom == "annotation") {
    labelByAnnotations(plan, headers);
  } else {
    MASU_CHECK(applyRule(plan, options.labelFrom, &RecordingPlan::label, "no label",
                         MASU_TEXT("core", "{0} has no label: {1} finds none for it.")));
  }
  return applyRule(plan, options.groupFrom, &RecordingPlan::group, "no group",
                   MASU_TEXT("core", "{0} has no group: {1} finds none for it."));
}

}  // namespace masu::ingest
