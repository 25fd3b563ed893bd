// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/inspect_command.h"
#include "app/cli/figures_json.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "core/table/number_text.h"
#include "core/tasks/data/piped_sources.h"
#include "core/tasks/train/predict_task.h"

namespace masu::cli {

namespace {

using nlohmann::ordered_json;

ordered_json figuresJson(const metrics::Figures& figures, std::uint64_t scored) {
  ordered_json json = {{"scored", scored}};
  addFigures(json, "", figures);
  return json;
}

/// The figures of classes in the order of "classes", and what they are counted from.
void addClasses(ordered_json& json, const std::vector<std::uint64_t>& confusion) {
  addClassFigures(json, "", confusion);
  if (!confusion.empty()) json["confusion"] = confusion;
}

/// "accuracy 0.9, macro_f1 0.8 (of 10 samples)"; empty where the truth is not known.
std::string figuresText(const metrics::Figures& figures, std::uint64_t scored, const char* what) {
  std::string text;
  for (const metrics::NamedFigure& figure : metrics::kFigures) {
    const double value = figures.*figure.value;
    if (!std::isnan(value)) text += (text.empty() ? "" : ", ") + (figure.name + (" " + figureText(value, 4)));
  }
  return text.empty() ? text : text + " (of " + countedText(scored, what) + ")\n";
}

/// Null but for two classes of known truth.
ordered_json bestJson(const std::optional<metrics::BestThreshold>& best) {
  if (!best) return nullptr;
  return {{"threshold", best->probability}, {"f1", best->f1}};
}

std::string bestText(const std::optional<metrics::BestThreshold>& best, const std::vector<std::string>& classes) {
  if (!best || classes.size() != 2) return {};
  return "F1 of " + shownText(classes.back(), LineEnds::shown) + " is the largest with --threshold " +
         table::numberText(best->probability, table::DType::f64) + ": " + figureText(best->f1, 4) + "\n";
}

/// Which one was used; empty where the more probable class was predicted.
std::string thresholdText(const std::optional<double>& threshold, const std::vector<std::string>& classes) {
  if (!threshold || classes.size() != 2) return {};
  return shownText(classes.back(), LineEnds::shown) + " is predicted from the probability " +
         table::numberText(*threshold, table::DType::f64) + " on\n";
}

void addModel(Report& report, const metrics::ModelFigures& model, const std::vector<std::string>& classes,
              bool recordings) {
  ordered_json json = {{"model", model.model}, {"temperature", nullptr}};
  if (model.temperature != 1) json["temperature"] = model.temperature;
  json["threshold"] = model.threshold ? ordered_json(*model.threshold) : ordered_json();
  json.update(figuresJson(model.figures, model.scored));
  addClasses(json, model.confusion);
  json["best_threshold"] = bestJson(model.best);
  if (recordings) {
    json["of_recordings"] = figuresJson(model.ofRecordings, model.scoredRecordings);
    addClasses(json["of_recordings"], model.confusionOfRecordings);
    json["of_recordings"]["best_threshold"] = bestJson(model.bestOfRecordings);
  }
  report.json["models"].push_back(std::move(json));
  const std::string name = model.model.empty() ? std::string() : model.model + ": ";
  if (const std::string text = figuresText(model.figures, model.scored, "sample"); !text.empty())
    report.text += name + text;
  if (const std::string text = bestText(model.best, classes); !text.empty()) report.text += name + text;
  if (const std::string text = figuresText(model.ofRecordings, model.scoredRecordings, "recording"); !text.empty())
    report.text += name + "whole recordings: " + text;
  if (const std::string text = bestText(model.bestOfRecordings, classes); !text.empty())
    report.text += name + "whole recordings: " + text;
  if (model.temperature != 1)
    report.text += name + "probabilities at the temperature " + figureText(model.temperature, 4) + "\n";
  if (const std::string text = thresholdText(model.threshold, classes); !text.empty()) report.text += name + text;
}

Report reportOf(const metrics::PredictSummary& summary, const std::filesystem::path& out) {
  Report report;
  const bool recordings = !summary.recordingsFile.empty();
  report.json["records"] = summary.records;
  report.json["samples"] = summary.samples;
  report.json["target"] = summary.values ? "values" : "classes";
  report.json["predictions"] = out.string();
  if (recordings) {
    report.json["recordings"] = summary.recordings;
    report.json["recordings_predicted"] = summary.recordingsPredicted;
    report.json["recording_predictions"] = summary.recordingsFile.string();
  }
  if (summary.models.size() == 1) {
    const metrics::ModelFigures& only = summary.models.front();
    report.json.update(figuresJson(only.figures, only.scored));
  }
  report.text = "Wrote " + countedText(summary.samples, "prediction") + " to " + out.string() + "\n";
  if (const std::uint64_t without = summary.records - summary.samples; without > 0)
    report.text += countedText(without, "record") + " without a prediction: see the column reason, or the notes\n";
  if (recordings) {
    report.text += "Wrote " + countedText(summary.recordingsPredicted, "prediction") + " for whole recordings to " +
                   summary.recordingsFile.string() + "\n";
    if (const std::uint64_t without = summary.recordings - summary.recordingsPredicted; without > 0)
      report.text += countedText(without, "recording") + " without a prediction: see its column reason, or the notes\n";
  }
  if (!summary.classes.empty()) report.json["classes"] = summary.classes;
  report.json["models"] = ordered_json::array();
  for (const metrics::ModelFigures& model : summary.models) addModel(report, model, summary.classes, recordings);
  report.json["notes"] = notesJson(summary.notes);
  if (!summary.notes.empty()) report.text += "\n" + notesText(summary.notes);
  return report;
}

/// A probability, or the word for the one that the run chose.
void addThreshold(CLI::App& command, tasks::PredictRequest& request) {
  const auto take = [&request](const std::string& text) {
    double value = 0;
    request.runThreshold = text == "run";
    if (!request.runThreshold && CLI::detail::lexical_cast(text, value)) request.threshold = value;
  };
  command
      .add_option_function<std::string>(
          "--threshold", take,
          "Probability of the second of two classes from which on it is predicted, e.g. 0.3, or run: the one with the "
          "largest F1 on validation, chosen by `masu train` (default: the more probable class)")
      ->check(wordOr("run", shareValue()));
}

}  // namespace

void addPredict(const Registration& to) {
  auto request = std::make_shared<tasks::PredictRequest>();
  CLI::App* command = to.app.add_subcommand("predict", "Predict with the trained models of a run");
  command->add_option("RUN", request->run, "Folder of a training run, or a checkpoint in it")->required();
  command
      ->add_option("SOURCE", request->sources,
                   "A dataset, or sources like those of the model's dataset, or - (standard input); labels may be "
                   "missing")
      ->required();
  command->add_option("--out", request->out, "CSV to write, a row a record in the order of the sources")->required();
  command
      ->add_option("--keep", request->keep,
                   "Column to write beside the predictions, e.g. id; may be repeated (default: none)")
      ->allow_extra_args(false);
  command->add_flag("--probabilities", request->probabilities, "Write the probability of each class");
  addThreshold(*command, *request);
  auto* split = command->add_option("--split", request->split, "Split of the dataset to predict (default: all samples)")
                    ->check(CLI::IsMember({"train", "validation", "test"}));
  command->add_option("--manifest", request->manifest, "Manifest of --split (default: the run's, as it was)")
      ->needs(split);
  command->add_option("--batch", request->batch, "Number of samples in a batch")->check(wholeNumber(1));
  command->add_flag("--overwrite", request->overwrite, "Replace the CSV if it exists");
  command->callback([request, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      request->resources = common.resources;
      MASU_TRY(const auto piped, tasks::PipedSources::take(request->sources, common.resources, job));
      const auto named = [&piped](Error error) { return piped.named(std::move(error)); };
      MASU_TRY(const metrics::PredictSummary summary, tasks::predict(*request, job).map_error(named));
      return reportOf(summary, request->out);
    });
  });
}

}  // namespace masu::cli
