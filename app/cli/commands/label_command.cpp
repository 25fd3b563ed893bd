// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "core/base/shell_word.h"
#include "core/table/time_text.h"
#include "core/tasks/labels/label_history.h"
#include "core/tasks/labels/label_task.h"

namespace masu::cli {

namespace {

using Json = nlohmann::ordered_json;

struct LabelArguments {
  tasks::LabelRequest request;
  bool undo = false;
  bool list = false;  ///< as without another option
  bool compares = false;  ///< the two editions below
  std::pair<std::uint64_t, std::uint64_t> diff;
};

Json textOrNone(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json jsonOf(const store::EditionNote& note) {
  return {{"edition", note.number},
          {"base", note.base},
          {"time", note.time},
          {"what", note.what},
          {"changed", note.changed},
          {"hash", textOrNone(note.hash)}};
}

std::string listedText(const char* what, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + shownText(name, LineEnds::shown);
  return std::string(what) + ": " + text + ".\n";
}

Report edited(const tasks::LabelOutcome& outcome) {
  Report report;
  report.json = {{"edition", outcome.edition.number}, {"hash", textOrNone(outcome.edition.hash)},
                 {"named", outcome.named},            {"changed", outcome.changed},
                 {"new_classes", outcome.newClasses}, {"merged_classes", outcome.mergedClasses}};
  if (outcome.written) {
    report.text = countedText(outcome.changed, "sample") + " changed of " + countText(outcome.named) +
                  ". The labels are of edition " + countText(outcome.edition.number) + " now.\n";
  } else {
    report.text = outcome.named == 0 ? "Nothing changed: no sample was named.\n"
                                     : "Nothing changed: " + countedText(outcome.named, "sample") + " named, " +
                                           "each of the class already.\n";
  }
  report.text += listedText("New classes", outcome.newClasses) + listedText("Merged classes", outcome.mergedClasses);
  return report;
}

Report listed(const tasks::LabelHistory& history) {
  Report report;
  report.json = {{"edition", history.current.number},
                 {"hash", textOrNone(history.current.hash)},
                 {"editions", Json::array()}};
  TextTable table({"edition", "after", "time (UTC)", "changed", "what"}, {0, 1, 3});
  for (const store::EditionNote& note : history.editions) {
    report.json["editions"].push_back(jsonOf(note));
    table.add({countText(note.number), countText(note.base), table::timeText(static_cast<double>(note.time)),
               countText(note.changed), note.what});
  }
  report.text = history.editions.empty() ? "The labels are as they were imported.\n" : table.text();
  return report;
}

Report compared(const std::pair<std::uint64_t, std::uint64_t>& editions, const tasks::LabelDiff& diff) {
  Report report;
  report.json = {{"from", editions.first},  {"to", editions.second},    {"changed", diff.changed},
                 {"moves", Json::array()},  {"appeared", diff.appeared}, {"vanished", diff.vanished}};
  TextTable table({"from", "to", "samples"}, {2});
  for (const tasks::LabelMove& move : diff.moves) {
    report.json["moves"].push_back({{"from", move.from}, {"to", move.to}, {"samples", move.samples}});
    table.add({move.from, move.to, countText(move.samples)});
  }
  report.text = (diff.changed == 0 ? "No sample has another class.\n" : table.text()) +
                listedText("New classes", diff.appeared) + listedText("Classes that are gone", diff.vanished);
  return report;
}

/// As the history shows it: what could be given again.
std::string asGiven(const tasks::LabelRequest& request) {
  std::string text;
  const auto add = [&text](const char* option, const std::string& value) {
    text += (text.empty() ? "" : " ") + std::string(option) + ' ' + shellWord(value);
  };
  if (!request.className.empty()) add("--set", request.className);
  if (!request.where.empty()) add("--where", request.where);
  if (!request.list.empty()) add("--from", request.list.filename().string());
  for (const std::string& rename : request.renames) add("--rename", rename);
  return text;
}

Result<Report> run(const LabelArguments& arguments, const JobContext& job) {
  const std::filesystem::path& file = arguments.request.file;
  if (arguments.compares) {
    MASU_TRY(const auto diff, tasks::diffLabels(file, arguments.diff.first, arguments.diff.second, job));
    return compared(arguments.diff, diff);
  }
  if (arguments.undo) {
    MASU_TRY(const auto outcome, tasks::undoLabels(file, job));
    return edited(outcome);
  }
  const tasks::LabelRequest& asked = arguments.request;
  const bool edits = !asked.className.empty() || !asked.where.empty() || !asked.list.empty() || !asked.renames.empty();
  if (arguments.list || !edits) {
    MASU_TRY(const auto history, tasks::labelHistory(file, job));
    return listed(history);
  }
  tasks::LabelRequest request = asked;
  request.what = asGiven(asked);
  MASU_TRY(const auto outcome, tasks::label(request, job));
  return edited(outcome);
}

}  // namespace

void addLabel(const Registration& to) {
  auto arguments = std::make_shared<LabelArguments>();
  tasks::LabelRequest& request = arguments->request;
  CLI::App* command =
      to.app.add_subcommand("label", "Change the classes of samples; the dataset stays, every edit can be undone");
  command->add_option("FILE", request.file, "The dataset")->required();
  command->add_option("--set", request.className,
                      "Class of the samples of --where; a new name is a new class (default: none)");
  command->add_option("--where", request.where, "Filter of the samples to change, as of masu import (default: none)");
  command->add_option(
      "--from", request.list,
      "CSV of classes: the columns label, and sample or source and position, in any order (default: none)");
  command
      ->add_option("--rename", request.renames,
                   "Rename a class; a NEW that exists merges the two; may be repeated (default: none)")
      ->allow_extra_args(false)
      ->option_text("OLD=NEW");
  command->add_flag("--undo", arguments->undo, "Take back the last edit");
  command->add_flag("--list", arguments->list, "Print the history of edits (default without another option)");
  const CLI::Option* const diff =
      command
          ->add_option("--diff", arguments->diff, "Compare the labels of two editions; 0 is the import (default: none)")
          ->check(wholeNumber(0))
          ->option_text("A B");
  command->callback([=, &common = to.common, &exitCode = to.exitCode] {
    arguments->compares = diff->count() > 0;
    exitCode = Console(common).run([&](const JobContext& job) { return run(*arguments, job); });
  });
}

}  // namespace masu::cli
