// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/labels/label_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "core/ingest/labels/idx_labels.h"
#include "core/waveform/recording/name_rule.h"

namespace masu::ingest {
namespace {

constexpr std::string_view kIdx = "idx:";
constexpr std::string_view kList = "csv:";
constexpr std::string_view kArray = "array:";
constexpr std::string_view kColumn = "column:";
/// What comes before the first separator of a file's name, such as the digit of 7_theo_36.wav.
constexpr const char* kFirstPart = "name:^([^_.-]+)[_-]";

/// What people call a label, the likeliest first.
constexpr std::array<std::string_view, 5> kLabelNames = {"label", "labels", "target", "class", "y"};

bool mayBeLabel(const ColumnPlan& column) {
  return column.isInput() && column.kind != table::Kind::time && column.distinct >= 2;
}

bool isCalled(const ColumnPlan& column, std::string_view name) {
  return std::ranges::equal(column.name, name,
                            [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

/// Whether a rule labels all recordings, with classes of more than one recording each.
bool divides(const ImportPlan& plan, const char* text) {
  const auto rule = waveform::NameRule::parse(text);
  std::map<std::string, std::size_t> classes;
  std::size_t recordings = 0;
  for (const RecordingPlan& recording : plan.recordings().files) {
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

std::vector<std::string> listsOutside(const RecordingOptions& options) {
  std::vector<std::string> rules;
  for (const std::string& rule : {options.labelFrom, options.groupFrom}) {
    if (!rule.starts_with(kList)) continue;
    const std::filesystem::path file(rule.substr(kList.size()));
    if (file.is_absolute() || std::ranges::find(file, std::filesystem::path("..")) != file.end()) rules.push_back(rule);
  }
  return rules;
}

Result<void> checkListsStated(const RecordingOptions& recipe, const RecordingOptions& stated) {
  for (const std::string& rule : listsOutside(recipe)) {
    const bool label = rule == recipe.labelFrom;
    if (rule == (label ? stated.labelFrom : stated.groupFrom)) continue;
    return fail(
        Errc::permission,
        MASU_TEXT("core",
                  "The recipe reads {0}, which is not below the sources. If that list is meant, give it by {1} {2}."),
        {rule.substr(kList.size()), label ? "--label-from" : "--group-from", rule});
  }
  return {};
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

std::optional<LabelGuess> guessLabel(const ImportPlan& plan) {
  const auto isLabel = [](const ColumnPlan& column) { return column.role == table::Role::label; };
  if (plan.ofRecordings() || plan.columns.empty() || std::ranges::any_of(plan.columns, isLabel)) return std::nullopt;
  for (const std::string_view name : kLabelNames) {
    for (const ColumnPlan& column : plan.columns) {
      if (isCalled(column, name) && mayBeLabel(column)) return LabelGuess{column.name, LabelGuess::By::name};
    }
  }
  const ColumnPlan& last = plan.columns.back();
  // With nothing beside it there would be nothing to learn from.
  const auto used = std::ranges::count_if(plan.columns, mayBeLabel);
  if (used < 2 || !mayBeLabel(last)) return std::nullopt;
  return LabelGuess{last.name, LabelGuess::By::place};
}

}  // namespace masu::ingest
