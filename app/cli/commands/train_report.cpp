// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/train_report.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/commands/inspect_command.h"
#include "app/cli/commands/train_news.h"
#include "app/cli/figures_json.h"
#include "app/cli/format.h"
#include "core/metrics/repeats.h"
#include "core/table/number_text.h"

namespace masu::cli {

using nlohmann::ordered_json;

namespace {

/// The figures that are there; null where none is.
ordered_json presentJson(const metrics::Figures& figures) {
  ordered_json json;
  for (const metrics::NamedFigure& figure : metrics::kFigures) {
    if (!std::isnan(figures.*figure.value)) json[figure.name] = figures.*figure.value;
  }
  return json;
}

/// Of classes.
bool hasTest(const metrics::RunSummary& run) {
  return !std::isnan(run.test.accuracy);
}

/// Null where the run was not to be calibrated.
ordered_json temperatureJson(const std::optional<metrics::Temperature>& temperature) {
  if (!temperature) return nullptr;
  return {{"value", numberOrNull(temperature->value)},
          {"samples", temperature->samples},
          {"out_of", temperature->outOf},
          {"log_loss_before", numberOrNull(temperature->before)},
          {"log_loss_after", numberOrNull(temperature->after)}};
}

/// A bin each; null for its mean probability and its accuracy where it has no sample.
ordered_json reliabilityJson(const std::vector<metrics::ReliabilityBin>& bins) {
  ordered_json json = ordered_json::array();
  const auto count = static_cast<double>(bins.size());
  for (std::size_t k = 0; k < bins.size(); ++k) {
    json.push_back({{"from", static_cast<double>(k) / count},
                    {"to", static_cast<double>(k + 1) / count},
                    {"samples", bins[k].samples},
                    {"probability", numberOrNull(bins[k].probability)},
                    {"accuracy", numberOrNull(bins[k].accuracy)}});
  }
  return json;
}

/// The ROC and the precision-recall curve of the second class; none unless both of two classes are in the split.
ordered_json thresholdsJson(const std::vector<metrics::ThresholdPoint>& points) {
  ordered_json json = ordered_json::array();
  for (const metrics::ThresholdPoint& point : points) {
    const metrics::ThresholdRates rates = metrics::ratesOf(point, points.back());
    json.push_back({{"probability", point.probability},
                    {"precision", rates.precision},
                    {"recall", rates.recall},
                    {"false_positive_rate", rates.falsePositiveRate}});
  }
  return json;
}

/// Null where none was chosen. The figures are of "split": where that is not the test split, of the very samples that
/// the threshold was chosen on.
ordered_json chosenJson(const metrics::RunSummary& run) {
  if (!run.threshold) return nullptr;
  const metrics::ChosenThreshold& chosen = *run.threshold;
  ordered_json json = {{"probability", chosen.probability},
                       {"validation_f1", chosen.f1},
                       {"validation_samples", chosen.samples},
                       {"split", hasTest(run) ? "test" : "validation"},
                       {"balanced_accuracy", numberOrNull(metrics::balancedAccuracy(chosen.confusion))},
                       {"macro_f1", numberOrNull(metrics::macroF1(chosen.confusion))}};
  addClassFigures(json, "", chosen.confusion);
  json["confusion"] = chosen.confusion;
  return json;
}

ordered_json epochJson(const metrics::EpochDone& epoch) {
  ordered_json json = {{"epoch", epoch.epoch}};
  addFigures(json, "train_", epoch.train);
  addFigures(json, "validation_", epoch.validation);
  json["seconds"] = epoch.seconds;
  addClassFigures(json, "validation_", epoch.confusion);
  if (!epoch.confusion.empty()) json["confusion"] = epoch.confusion;
  return json;
}

ordered_json runJson(const metrics::RunSummary& run) {
  ordered_json json = {{"model", run.model},
                       {"repeat", repeatJson(run.repeat)},
                       {"parameters", run.parameters},
                       {"learning_rate", numberOrNull(run.learningRate)},
                       {"confinement", run.confinement},
                       {"seconds", run.seconds},
                       {"epochs", ordered_json::array()}};
  for (const metrics::EpochDone& epoch : run.epochs) json["epochs"].push_back(epochJson(epoch));
  addFigures(json, "test_", run.test);
  addClassFigures(json, "test_", run.confusion);
  json["baseline"] = presentJson(run.baseline);
  json["ridge"] = presentJson(run.ridge);
  json["nearest"] = presentJson(run.nearest);
  json["temperature"] = temperatureJson(run.temperature);
  json["reliability"] = reliabilityJson(run.reliability);
  json["thresholds"] = thresholdsJson(run.thresholds);
  json["chosen_threshold"] = chosenJson(run);
  json["confusion"] = run.confusion;
  json["points"] = ordered_json::array();
  for (const metrics::ValuePoint& point : run.points)
    json["points"].push_back({{"truth", point.truth}, {"prediction", point.prediction}});
  json["worst"] = ordered_json::array();
  for (const metrics::WorstPrediction& one : run.worst) {
    json["worst"].push_back(
        {{"sample", one.sample}, {"loss", one.loss}, {"truth", one.truth}, {"answer", one.prediction}});
  }
  json["checkpoint"] = run.checkpoint;
  return json;
}

/// The figures of a test in the order in which they are printed.
constexpr metrics::NamedFigure kPrinted[] = {{"accuracy", &metrics::Figures::accuracy},
                                             {"balanced accuracy", &metrics::Figures::balancedAccuracy},
                                             {"macro F1", &metrics::Figures::macroF1},
                                             {"ROC AUC", &metrics::Figures::rocAuc},
                                             {"average precision", &metrics::Figures::averagePrecision},
                                             {"log loss", &metrics::Figures::logLoss},
                                             {"ECE", &metrics::Figures::ece},
                                             {"R²", &metrics::Figures::r2},
                                             {"RMSE", &metrics::Figures::rmse},
                                             {"MAE", &metrics::Figures::mae}};

/// "test accuracy 0.9, macro F1 0.88"; the name alone where there is no figure.
std::string figuresText(const std::string& split, const metrics::Figures& figures) {
  std::string text;
  for (const metrics::NamedFigure& figure : kPrinted) {
    const double value = figures.*figure.value;
    if (!std::isnan(value)) text += std::string(text.empty() ? " " : ", ") + figure.name + " " + figureText(value, 4);
  }
  return split + text;
}

/// What simpler methods give on the same samples, after the figures of the model; empty where nothing was compared.
std::string baselinesText(const metrics::RunSummary& run) {
  const bool isClasses = hasTest(run);
  const auto figure = isClasses ? &metrics::Figures::accuracy : &metrics::Figures::rmse;
  std::string text;
  const auto add = [&](const char* method, const metrics::Figures& figures) {
    if (std::isnan(figures.*figure)) return;
    text += (text.empty() ? (isClasses ? "accuracy of " : "RMSE of ") : ", ") + std::string(method) + " " +
            figureText(figures.*figure, 4);
  };
  add(isClasses ? "always the largest class" : "always the mean", run.baseline);
  add("ridge regression", run.ridge);
  add("the nearest sample", run.nearest);
  return text.empty() ? text : " (" + text + ")";
}

std::string testText(const metrics::RunSummary& run) {
  if (std::isnan(run.test.loss)) return "no test split";
  return figuresText("test", run.test) + baselinesText(run);
}

/// What the probabilities are calibrated by, or why they are not.
std::string temperatureText(const metrics::Temperature& temperature) {
  std::string samples = countedText(temperature.samples, "validation sample");
  if (temperature.samples < temperature.outOf) samples += " of " + countText(temperature.outOf);
  if (temperature.samples == 0) return "no temperature: no output of the model is a finite number";
  if (!temperature.isFound()) return "no temperature: no class is rated above the true one in any of " + samples;
  using metrics::Temperature;
  const bool isLast = temperature.value <= Temperature::kLeast || temperature.value >= Temperature::kMost;
  return "temperature " + figureText(temperature.value, 4) + (isLast ? " (the last that is tried)" : "") +
         ", fitted to " + samples + ": log loss " + figureText(temperature.after, 4) + " with it, " +
         figureText(temperature.before, 4) + " without";
}

/// "F1 0.8, precision 0.7, recall 0.9 of the second class, balanced accuracy 0.85, macro F1 0.82".
std::string secondClassText(const std::vector<std::uint64_t>& confusion) {
  const metrics::ClassFigures second = metrics::perClass(confusion)[1];
  return "F1 " + figureText(second.f1, 4) + ", precision " + figureText(second.precision, 4) + ", recall " +
         figureText(second.recall, 4) + " of the second class, balanced accuracy " +
         figureText(metrics::balancedAccuracy(confusion), 4) + ", macro F1 " +
         figureText(metrics::macroF1(confusion), 4);
}

/// What predicting by it gives, beside the more probable class. Requires: there is a threshold.
std::string thresholdText(const metrics::RunSummary& run) {
  const metrics::ChosenThreshold& chosen = *run.threshold;
  std::string text = "threshold " + table::numberText(chosen.probability, table::DType::f64) +
                     ", chosen for the largest F1 on " + countedText(chosen.samples, "validation sample") + " (" +
                     figureText(chosen.f1, 4) + "): " + (hasTest(run) ? "test " : "validation ") +
                     secondClassText(chosen.confusion);
  if (run.confusion.size() == chosen.confusion.size())
    text += "; by the more probable class " + secondClassText(run.confusion);
  if (!hasTest(run)) text += " (the threshold was chosen on these very samples, which flatters it)";
  return text;
}

/// Such as "test accuracy 0.91 ± 0.012, macro F1 0.9 ± 0.01"; empty where there is no such figure.
std::string spreadText(const std::string& split, const metrics::Spread& spread) {
  std::string text;
  for (const metrics::NamedFigure& figure : kPrinted) {
    const double mean = spread.mean.*figure.value;
    if (std::isnan(mean)) continue;
    text += (text.empty() ? split + " " : ", ") + figure.name + " " + figureText(mean, 4) + " ± " +
            figureText(spread.deviation.*figure.value, 2);
  }
  return text;
}

/// Each figure with its mean and deviation; null where it is absent.
ordered_json spreadJson(const metrics::Spread& spread) {
  ordered_json json;
  for (const metrics::NamedFigure& figure : metrics::kFigures) {
    const double mean = spread.mean.*figure.value;
    if (std::isnan(mean)) {
      json[figure.name] = nullptr;
    } else {
      json[figure.name] = {{"mean", mean}, {"deviation", spread.deviation.*figure.value}};
    }
  }
  return json;
}

/// "mlp, mean ± standard deviation of 3 folds: test accuracy 0.91 ± 0.012"; empty without a figure.
std::string spreadLine(const metrics::RepeatedModel& one, const char* each, const std::string& spread) {
  if (spread.empty()) return {};
  return one.model + (one.isOneOfSeveral ? " at " + figureText(one.learningRate, 3) : "") +
         ", mean ± standard deviation of " + countedText(one.repeats, each) + ": " + spread + "\n";
}

/// Mean and deviation of each model that was trained several times.
void addRepeats(Report& report, const std::vector<metrics::RunSummary>& runs) {
  const std::vector<metrics::RepeatedModel> models = metrics::repeatedModels(runs);
  if (models.empty()) return;
  for (const metrics::RepeatedModel& one : models) {
    report.json["repeated"].push_back({{"model", one.model},
                                       {"learning_rate", numberOrNull(one.learningRate)},
                                       {"repeats", one.repeats},
                                       {"validation", spreadJson(one.validation)},
                                       {"test", spreadJson(one.test)}});
    std::string text = spreadText("test", one.test);
    if (text.empty()) text = spreadText("validation", one.validation);
    report.text += spreadLine(one, "repeat", text);
  }
}

/// What reading once for all of them was worth.
void addSharing(Report& report, const tasks::TrainOutcome& outcome) {
  report.json["seconds"] = outcome.seconds;
  report.json["loader_seconds"] = outcome.loaderSeconds;
  report.json["apart"] = {{"seconds", outcome.separateSeconds}, {"loader_seconds", outcome.separateLoaderSeconds}};
  if (outcome.runs.size() < 2) return;
  report.text += "read once for all: " + durationText(outcome.loaderSeconds) + " of processor time instead of " +
                 durationText(outcome.separateLoaderSeconds) + ", " + durationText(outcome.seconds) +
                 " in all; one after the other about " + durationText(outcome.separateSeconds) + "\n";
}

/// Those of the epoch whose weights are tested; absent without validation.
metrics::Figures bestValidation(const metrics::RunSummary& model) {
  const metrics::EpochDone* best = model.bestEpoch();
  return best != nullptr ? best->validation : metrics::Figures();
}

/// Of the model at a place in each fold.
ordered_json foldFiguresJson(const tasks::CrossValidation& outcome, std::size_t model) {
  ordered_json json = ordered_json::array();
  for (std::size_t k = 0; k < outcome.folds.size(); ++k) {
    const tasks::TrainedFold& fold = outcome.folds[k];
    if (model >= fold.models.size()) continue;
    ordered_json entry = {{"fold", k + 1}, {"manifest", fold.manifest}, {"run", fold.run.string()}};
    addFigures(entry, "validation_", bestValidation(fold.models[model]));
    addFigures(entry, "test_", fold.models[model].test);
    json.push_back(std::move(entry));
  }
  return json;
}

/// The models of each fold, and where they are.
void addFolds(Report& report, const tasks::CrossValidation& outcome) {
  report.json["folds"] = ordered_json::array();
  for (std::size_t k = 0; k < outcome.folds.size(); ++k) {
    const tasks::TrainedFold& fold = outcome.folds[k];
    ordered_json runs = ordered_json::array();
    for (const metrics::RunSummary& model : fold.models) {
      runs.push_back(runJson(model));
      const bool isTest = outcome.heldOut == store::Split::test;
      report.text +=
          "fold " + std::to_string(k + 1) + " (" + fold.manifest + "), " + modelName(model, fold.models) +
          (fold.kept ? ", trained before" : "") + ": " +
          (isTest ? testText(model) : figuresText("validation", bestValidation(model))) +
          ", checkpoint " + model.checkpoint + "\n";
      if (k == 0) report.text += confinementText(model.model, model.confinement);
    }
    report.json["folds"].push_back({{"fold", k + 1},
                                    {"manifest", fold.manifest},
                                    {"run", fold.run.string()},
                                    {"kept", fold.kept},
                                    {"runs", std::move(runs)}});
  }
}

/// Mean and deviation of each model over the folds.
void addMeans(Report& report, const tasks::CrossValidation& outcome) {
  const std::string heldOut(store::name(outcome.heldOut));
  report.json["cross_validated"] = ordered_json::array();
  for (std::size_t i = 0; i < outcome.models.size(); ++i) {
    const metrics::RepeatedModel& one = outcome.models[i];
    report.json["cross_validated"].push_back({{"model", one.model},
                                              {"learning_rate", numberOrNull(one.learningRate)},
                                              {"folds", one.repeats},
                                              {"held_out", heldOut},
                                              {"validation", spreadJson(one.validation)},
                                              {"test", spreadJson(one.test)},
                                              {"each", foldFiguresJson(outcome, i)}});
    const bool isTest = outcome.heldOut == store::Split::test;
    report.text += spreadLine(one, "fold", spreadText(heldOut, isTest ? one.test : one.validation));
  }
}

}  // namespace

ordered_json recipeJson(const std::vector<metrics::RecipeChoice>& recipe) {
  ordered_json json = ordered_json::array();
  for (const metrics::RecipeChoice& choice : recipe)
    json.push_back({{"option", optionOf(choice)}, {"value", choice.value}, {"reason", choice.reason.english()}});
  return json;
}

Report reportOf(const tasks::TrainOutcome& outcome) {
  Report report;
  if (outcome.rank > 0) {
    report.json["rank"] = outcome.rank;
    report.json["world"] = outcome.world;
    report.text = "rank " + std::to_string(outcome.rank) + " of " + std::to_string(outcome.world) +
                  " did its part; rank 0 has the report\n";
    return report;
  }
  report.json["runs"] = ordered_json::array();
  for (const metrics::RunSummary& run : outcome.runs) {
    report.json["runs"].push_back(runJson(run));
    report.text += modelName(run, outcome.runs) + ", " + countText(run.parameters) + " parameters: ";
    report.text += testText(run);
    report.text += ", checkpoint " + run.checkpoint + "\n";
    if (run.temperature) report.text += modelName(run, outcome.runs) + ", " + temperatureText(*run.temperature) + "\n";
    if (run.threshold) report.text += modelName(run, outcome.runs) + ", " + thresholdText(run) + "\n";
    report.text += confinementText(run.model, run.confinement);
  }
  addRepeats(report, outcome.runs);
  report.json["recipe"] = recipeJson(outcome.recipe);
  report.json["blocks"] = outcome.blocks > 0 ? ordered_json(outcome.blocks) : ordered_json();
  if (outcome.blocks > 0) report.text += "shuffled " + countedText(outcome.blocks, "chunk") + " at a time\n";
  report.json["starved_fraction"] = numberOrNull(outcome.starvedFraction);
  report.json["peak_memory_bytes"] = outcome.peakMemoryBytes;
  report.text += "waited for data " + figureText(100 * outcome.starvedFraction, 2) + " % of the time, peak memory " +
                 bytesText(static_cast<double>(outcome.peakMemoryBytes)) + "\n" + notesText(outcome.notes);
  report.json["notes"] = notesJson(outcome.notes);
  addSharing(report, outcome);
  return report;
}

Report reportOf(const tasks::CrossValidation& outcome) {
  Report report;
  addMeans(report, outcome);
  const std::string means = std::exchange(report.text, {});
  addFolds(report, outcome);
  report.text += means + notesText(outcome.notes);
  report.json["recipe"] = recipeJson(outcome.recipe);
  report.json["seconds"] = outcome.seconds;
  const bool hasTrained = outcome.peakMemoryBytes > 0;
  report.json["peak_memory_bytes"] = hasTrained ? ordered_json(outcome.peakMemoryBytes) : ordered_json();
  report.json["notes"] = notesJson(outcome.notes);
  return report;
}

}  // namespace masu::cli
