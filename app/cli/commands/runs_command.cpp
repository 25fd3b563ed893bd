// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <filesystem>
#include <system_error>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/figures_json.h"
#include "app/cli/format.h"
#include "core/tasks/runs/run_history.h"

namespace masu::cli {

namespace {

using nlohmann::ordered_json;

struct RunsArguments {
  std::string action;
  std::string path;
  std::string text;
};

std::string stateOf(const tasks::StoredRun& run, const metrics::RunSummary& model) {
  if (model.tested) return "trained";
  if (run.live) return "training";
  return run.resumable ? "interrupted" : "stopped";
}

/// Those of validation; absent where no epoch is the best.
metrics::Figures bestOf(const metrics::RunSummary& model) {
  const metrics::EpochDone* best = model.bestEpoch();
  return best != nullptr ? best->validation : metrics::Figures();
}

std::string figuresText(const metrics::Figures& figures) {
  if (!std::isnan(figures.accuracy)) return "accuracy " + figureText(figures.accuracy, 4);
  if (!std::isnan(figures.r2)) return "R² " + figureText(figures.r2, 4);
  return figureText(figures.loss, 4);
}

ordered_json jsonOf(const tasks::StoredRun& run, const metrics::RunSummary& model) {
  ordered_json json = {{"model", model.model},
                       {"repeat", repeatJson(model.repeat)},
                       {"learning_rate", numberOrNull(model.learningRate)},
                       {"parameters", model.parameters},
                       {"state", stateOf(run, model)},
                       {"epochs", model.epochs.size()},
                       {"epochs_planned", model.epochsPlanned}};
  addFigures(json, "validation_", bestOf(model));
  addFigures(json, "test_", model.test);
  return json;
}

void addRows(TextTable& table, const tasks::StoredRun& run) {
  const std::string folder = run.folder.filename().string();
  if (run.unreadable) table.add({folder, run.title.name, "", "unreadable", "", "", "", ""});
  for (const metrics::RunSummary& model : run.models) {
    table.add({folder, run.title.name, model.model + repeatText(model.repeat), stateOf(run, model),
               figureText(model.learningRate, 3),
               std::to_string(model.epochs.size()) + " of " + std::to_string(model.epochsPlanned),
               figuresText(bestOf(model)), figuresText(model.test)});
  }
}

/// Where runs were looked for in vain; a dataset has a folder for its runs, which its name does not show.
std::string noneText(const std::filesystem::path& named) {
  if (std::filesystem::is_directory(named)) return "There is no training run in " + named.string() + ".\n";
  return "There is no training run in " + tasks::runsFolderOf(named).string() + ", the folder for the runs of " +
         named.string() + ". To list runs that are elsewhere, name their folder.\n";
}

Report listed(const std::vector<tasks::StoredRun>& runs, const std::filesystem::path& named) {
  Report report;
  report.json["runs"] = ordered_json::array();
  TextTable table({"Run", "Name", "Model", "State", "Learning rate", "Epochs", "Best validation", "Test"}, {4, 5});
  std::string notes;
  for (const tasks::StoredRun& run : runs) {
    ordered_json json = {{"folder", run.folder.string()}, {"name", run.title.name}, {"note", run.title.note}};
    json["models"] = ordered_json::array();
    for (const metrics::RunSummary& model : run.models) json["models"].push_back(jsonOf(run, model));
    json["problem"] = run.unreadable ? errorJson(*run.unreadable)["error"] : ordered_json();
    report.json["runs"].push_back(std::move(json));
    addRows(table, run);
    if (!run.title.note.empty())
      notes += run.folder.filename().string() + ": " + shownText(run.title.note, LineEnds::shown) + "\n";
    if (run.unreadable) report.problems += "masu: " + errorText(*run.unreadable) + "\n";
  }
  report.text = runs.empty() ? noneText(named) : table.text();
  if (!notes.empty()) report.text += "\n" + notes;
  return report;
}

/// Gives a run a name or a note; the other of the two stays.
Result<Report> titled(const RunsArguments& arguments, const JobContext& job) {
  MASU_TRY(std::vector<tasks::StoredRun> runs, tasks::runsAt(arguments.path, job));
  metrics::RunTitle title = runs.empty() ? metrics::RunTitle() : runs.front().title;
  (arguments.action == "name" ? title.name : title.note) = arguments.text;
  MASU_CHECK(tasks::nameRun(arguments.path, title));
  MASU_TRY(runs, tasks::runsAt(arguments.path, job));
  return listed(runs, arguments.path);
}

Result<Report> run(const RunsArguments& arguments, const JobContext& job) {
  if (arguments.action == "list") {
    MASU_TRY(const auto runs, tasks::runsAt(arguments.path, job));
    return listed(runs, arguments.path);
  }
  if (arguments.action != "delete") return titled(arguments, job);
  MASU_CHECK(tasks::deleteRun(arguments.path));
  Report report;
  // Files of others stay, and their folder with them.
  std::error_code ignored;
  const bool stays = std::filesystem::exists(arguments.path, ignored);
  report.json = {{"deleted", arguments.path}, {"folder_stays", stays}};
  report.text = stays ? "Deleted the run in " + arguments.path + ". What it did not write stays there.\n"
                      : "Deleted " + arguments.path + ".\n";
  return report;
}

}  // namespace

void addRuns(const Registration& to) {
  auto arguments = std::make_shared<RunsArguments>();
  CLI::App* command = to.app.add_subcommand("runs", "List training runs, give one a name or a note, or delete it");
  command->add_option("ACTION", arguments->action, "Action")
      ->required()
      ->check(CLI::IsMember({"list", "name", "note", "delete"}));
  command
      ->add_option("PATH", arguments->path,
                   "Folder of a run; to list, also a dataset, F.h5, whose runs are in F.runs, or a folder of runs")
      ->required();
  CLI::Option* text = command->add_option("TEXT", arguments->text, "The name or note; \"\" removes it");
  command->final_callback([arguments, text, &common = to.common, &exitCode = to.exitCode] {
    const bool takes = arguments->action == "name" || arguments->action == "note";
    if (takes != (text->count() > 0)) {
      throw CLI::ArgumentMismatch(arguments->action + (takes ? " takes a text after the run" : " takes no text"));
    }
    exitCode = Console(common).run([&](const JobContext& job) { return run(*arguments, job); });
  });
}

}  // namespace masu::cli
