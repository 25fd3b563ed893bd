#include "core/ingest/label_rules.h"

#include <map>

#include "core/ingest/idx_labels.h"
#include "core/waveform/name_rule.h"

namespace masu::ingest {
namespace {

constexpr std::string_view kIdx = "idx:";
constexpr std::string_view kArray = "array:";
constexpr std::string_view kColumn = "column:";
/// What stands before the first separator of a file's name, such as the digit of 7_theo_36.wav.
constexpr const char* kFirstPart = "name:^([^_.-]+)[_-]";

/// Whether a rule labels all and tells classes apart from single recordings.
bool divides(const ImportPlan& plan, const char* text) {
  const auto rule = waveform::NameRule::parse(text);
  std::map<std::string, std::size_t> classes;
  std::size_t recordings = 0;
  for (const RecordingPlan& recording : plan.recordingFiles) {
    if (!recording.problem.empty()) continue;
    const auto label = rule ? rule->find(recording.path) : std::nullopt;
    if (!label) return false;
    ++classes[*label];
    ++recordings;
  }
  return classes.size() >= 2 && 2 * classes.size() <= recordings;
}

}  // namespace

void setLabelRule(RecordingOptions& options, std::string_view rule) {
  options.labelFiles.clear();
  options.labelFrom.clear();
  if (!rule.starts_with(kIdx)) {
    options.labelFrom = rule;
    return;
  }
  for (std::string_view rest = rule.substr(kIdx.size()); !rest.empty();) {
    const std::size_t end = rest.find(';');
    options.labelFiles.emplace_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
}

std::string labelArrayOf(const RecordingOptions& options) {
  return options.labelFrom.starts_with(kArray) ? options.labelFrom.substr(kArray.size()) : std::string();
}

std::string columnInRule(std::string_view rule) {
  return rule.starts_with(kColumn) ? std::string(rule.substr(kColumn.size())) : std::string();
}

std::string labelRuleText(const RecordingOptions& options) {
  if (options.labelFiles.empty()) return options.labelFrom;
  std::string text(kIdx);
  for (const auto& file : options.labelFiles) text += (text.size() > kIdx.size() ? ";" : "") + file.string();
  return text;
}

std::string proposedLabelRule(const ImportPlan& plan) {
  if (std::string beside = idxRuleBeside(plan); !beside.empty()) return beside;
  for (const char* rule : {"folder", kFirstPart}) {
    if (divides(plan, rule)) return rule;
  }
  return {};
}

}  // namespace masu::ingest
