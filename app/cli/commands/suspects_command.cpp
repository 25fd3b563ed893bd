// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/inspect_command.h"
#include "app/cli/commands/training_arguments.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "core/tasks/suspects/noise_pairs.h"
#include "core/tasks/suspects/suspects_task.h"

namespace masu::cli {

namespace {

using nlohmann::ordered_json;
using tasks::SuspectsOutcome;

/// Of many pairs of classes the text shows the first; JSON has all.
constexpr std::size_t kShownPairs = 20;

ordered_json jsonOf(const manifest::NamedSample& named) {
  ordered_json json = {{"sample", named.sample}, {"source", nullptr}, {"position", nullptr}};
  if (named.source) json["source"] = *named.source;
  if (named.position) json["position"] = *named.position;
  return json;
}

std::string textOf(const manifest::NamedSample& named) {
  if (!named.source || !named.position) return countText(named.sample);
  return countText(named.sample) + " (" + shownText(*named.source, LineEnds::shown) + ":" +
         std::to_string(*named.position) + ")";
}

void addNoise(Report& report, const SuspectsOutcome& outcome) {
  const std::vector<tasks::NoisePair> pairs = tasks::noisePairs(outcome.found);
  report.json["noise"] = outcome.found.noise();
  report.json["classes"] = ordered_json::array();
  for (std::size_t i = 0; i < outcome.classes.size(); ++i) {
    // A class without a sample has no threshold.
    const bool isUsed = outcome.found.labelled[i] > 0;
    report.json["classes"].push_back(
        {{"class", outcome.classes[i]},
         {"samples", outcome.found.labelled[i]},
         {"threshold", isUsed ? ordered_json(outcome.found.thresholds[i]) : ordered_json()}});
  }
  report.json["pairs"] = ordered_json::array();
  TextTable table({"Label", "Probably", "Suspects", "Estimated"}, {2, 3});
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const tasks::NoisePair& pair = pairs[k];
    const std::string& label = outcome.classes[pair.label];
    const std::string& really = outcome.classes[pair.really];
    report.json["pairs"].push_back(
        {{"label", label}, {"proposed", really}, {"suspects", pair.suspects}, {"estimated", pair.estimated}});
    if (k < kShownPairs) table.add({label, really, countText(pair.suspects), figureText(pair.estimated, 4)});
  }
  report.text += "Estimated share of wrong labels: " + figureText(100 * outcome.found.noise(), 3) + " %\n";
  if (pairs.empty()) return;
  report.text += "\n" + table.text();
  if (pairs.size() > kShownPairs)
    report.text += "… and " + countedText(pairs.size() - kShownPairs, "more pair") + ": --json lists all.\n";
}

void addSuspects(Report& report, const SuspectsOutcome& outcome) {
  const std::vector<tasks::Suspect>& all = outcome.found.suspects;
  const bool places = !outcome.places.empty() && outcome.places.front().source.has_value();
  std::vector<std::string> titles = {"Sample", "Label", "Proposed", "Confidence", "Margin"};
  if (places) titles.insert(titles.begin() + 1, {"Source", "Position"});
  TextTable table(titles, places ? std::vector<std::size_t>{0, 2, 5, 6} : std::vector<std::size_t>{0, 3, 4});
  report.json["suspects"] = ordered_json::array();
  for (std::size_t k = 0; k < outcome.places.size(); ++k) {
    const tasks::Suspect& one = all[k];
    const manifest::NamedSample& named = outcome.places[k];
    ordered_json json = jsonOf(named);
    json.update({{"label", outcome.classes[one.label]},
                 {"proposed", outcome.classes[one.proposed]},
                 {"confidence", one.confidence},
                 {"margin", one.margin}});
    report.json["suspects"].push_back(std::move(json));
    std::vector<std::string> row = {countText(one.sample)};
    if (places) {
      row.push_back(named.source.value_or(""));
      row.push_back(named.position ? countText(*named.position) : "–");
    }
    for (const std::uint32_t code : {one.label, one.proposed}) row.push_back(outcome.classes[code]);
    for (const float figure : {one.confidence, one.margin}) row.push_back(figureText(figure, 3));
    table.add(std::move(row));
  }
  if (outcome.places.empty()) return;
  report.text += "\n" + table.text();
  if (const std::size_t more = all.size() - outcome.places.size(); more > 0)
    report.text += "… and " + countText(more) + " more: --limit shows them, --out writes all.\n";
}

void addMissing(Report& report, const SuspectsOutcome& outcome) {
  ordered_json first = ordered_json::array();
  for (const manifest::NamedSample& named : outcome.firstMissing) first.push_back(jsonOf(named));
  report.json["without_prediction"] = {{"samples", outcome.missing}, {"first", std::move(first)}};
  report.json["without_label"] = outcome.unlabelled;
  if (outcome.missing > 0) {
    report.text +=
        "\n" + countedText(outcome.missing, "sample") + " without an out-of-sample prediction, not looked at: sample ";
    constexpr std::size_t kShown = 5;
    const std::size_t shown = std::min(kShown, outcome.firstMissing.size());
    for (std::size_t k = 0; k < shown; ++k) report.text += (k > 0 ? ", " : "") + textOf(outcome.firstMissing[k]);
    report.text += outcome.missing > shown ? " …\n" : "\n";
  }
  if (outcome.unlabelled > 0)
    report.text += countedText(outcome.unlabelled, "sample") + " without a label, not looked at\n";
}

Report reportOf(const SuspectsOutcome& outcome, const tasks::SuspectsRequest& request) {
  Report report;
  report.json = {{"samples", outcome.samples},
                 {"predicted", outcome.predicted},
                 {"suspects_found", outcome.found.suspects.size()}};
  report.text = countedText(outcome.found.suspects.size(), "suspect") + " among " +
                countedText(outcome.predicted, "sample") + " with a label and an out-of-sample prediction\n";
  addNoise(report, outcome);
  addSuspects(report, outcome);
  addMissing(report, outcome);
  report.json["out"] = request.out.empty() ? ordered_json() : ordered_json(request.out.string());
  report.json["runs"] = request.keepRuns.empty() ? ordered_json() : ordered_json(request.keepRuns.string());
  if (!request.out.empty()) {
    report.text +=
        "\nWrote " + countedText(outcome.found.suspects.size(), "suspect") + " to " + request.out.string() + "\n";
  }
  if (!request.keepRuns.empty()) report.text += "The runs are in " + request.keepRuns.string() + "\n";
  const std::vector<std::string>& trained = request.training.spec.models;
  report.json["confinement"] = trained.empty() ? ordered_json() : ordered_json(outcome.confinement);
  if (!trained.empty()) report.text += confinementText(trained.front(), outcome.confinement);
  report.json["notes"] = notesJson(outcome.notes);
  if (!outcome.notes.empty()) report.text += "\n" + notesText(outcome.notes);
  return report;
}

void addTraining(CLI::App& command, tasks::SuspectsRequest& request) {
  tasks::FoldsRequest& training = request.training;
  training.spec.epochs = metrics::kAutoEpochs;
  command
      .add_option("--folds", training.folds,
                  "Number of folds: one is predicted, the next chooses the epoch, and the others train")
      ->check(wholeNumber(tasks::kFewestFolds, 200));
  auto* group = command.add_option("--group", training.groupBy,
                                   "Keep groups in one fold: group, source or a column, in backticks if it has such a "
                                   "name (default: the dataset's groups, or the recordings of windows)");
  command.add_flag("--no-group", training.singleSamples, "Draw each sample by itself")->excludes(group);
  addShape(command, training.spec);
  addEpochs(command, training.spec);
  addBatch(command, training.spec);
  command.add_option("--seed", training.spec.seed, "Random seed of folds, weights and order");
  command.add_option("--keep-runs", request.keepRuns,
                     "Folder to keep the trained runs in, e.g. runs (default: they are removed)");
}

}  // namespace

void addSuspects(const Registration& to) {
  auto request = std::make_shared<tasks::SuspectsRequest>();
  CLI::App* command = to.app.add_subcommand("suspects", "Find samples whose label is probably wrong");
  command->add_option("FILE", request->file, "The dataset; its labels are classes")->required();
  auto model = std::make_shared<std::string>();
  auto* asked = command->add_option("--model", *model,
                                    "Model to train on each of several folds: linear, mlp, cnn1d, resnet1d, cnn2d, "
                                    "rocket or FILE.pt (default: none, where --runs is given)");
  // Several may follow, as a shell makes them of a pattern.
  auto* runs = command->add_option("--runs", request->runs,
                                   "Runs that were trained on the dataset, or folders of their models, instead of "
                                   "--model, e.g. runs/fold-* (default: none)");
  addTraining(*command, *request);
  command->add_option("--out", request->out, "CSV to write all suspects to (default: none)");
  command->add_flag("--overwrite", request->overwrite, "Replace the CSV if it exists");
  command->add_option("--limit", request->limit, "Number of suspects to show")->check(wholeNumber(1));
  command->parse_complete_callback([asked, runs] {
    if (asked->count() == 0 && runs->count() == 0) throw CLI::RequiredError("--model or --runs");
  });
  command->callback([request, model, command, &common = to.common, &exitCode = to.exitCode] {
    std::atomic<unsigned> begun = 0;
    const Console::Work work = [&](const JobContext& job) -> Result<Report> {
      if (!model->empty()) request->training.spec.models = {*model};
      request->training.stated = statedOptions(*command);
      request->resources = common.resources;
      request->begins = [&](unsigned run) { begun = run; };
      MASU_TRY(const SuspectsOutcome outcome, tasks::suspects(*request, job));
      return reportOf(outcome, *request);
    };
    unsigned said = 0;
    const auto news = [&]() -> std::string {
      const unsigned now = begun;
      if (std::exchange(said, now) == now) return {};
      return "training run " + std::to_string(now) + " of " + std::to_string(request->training.folds) + "\n";
    };
    exitCode = Console(common).run(work, news);
  });
}

}  // namespace masu::cli
