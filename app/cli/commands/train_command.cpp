// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/inspect_command.h"
#include "app/cli/commands/training_arguments.h"
#include "app/cli/figures_json.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "core/metrics/repeats.h"
#include "core/table/number_text.h"
#include "core/tasks/train/recipe_task.h"
#include "core/tasks/train/train_task.h"

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

/// With the rate where runs of one model differ in it, and the number of the repeat where there are several.
std::string nameOf(const metrics::RunSummary& run, const std::vector<metrics::RunSummary>& all) {
  const auto isTwin = [&](const metrics::RunSummary& other) { return other.isTwinOf(run); };
  std::string name = run.model;
  if (std::ranges::any_of(all, isTwin)) name += " at " + figureText(run.learningRate, 3);
  return name + repeatText(run.repeat);
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
  const metrics::Figures& test = run.test;
  if (std::isnan(test.loss)) return "no test split";
  std::string text = "test";
  for (const metrics::NamedFigure& figure : kPrinted) {
    const double value = test.*figure.value;
    if (!std::isnan(value)) text += std::string(text == "test" ? " " : ", ") + figure.name + " " + figureText(value, 4);
  }
  return text + baselinesText(run);
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

std::string optionOf(const metrics::RecipeChoice& choice) {
  std::string name = choice.name;
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

ordered_json recipeJson(const std::vector<metrics::RecipeChoice>& recipe) {
  ordered_json json = ordered_json::array();
  for (const metrics::RecipeChoice& choice : recipe)
    json.push_back({{"option", optionOf(choice)}, {"value", choice.value}, {"reason", choice.reason.english()}});
  return json;
}

std::string recipeText(const std::vector<metrics::RecipeChoice>& recipe) {
  if (recipe.empty()) return {};
  std::string text = "Chosen by the data; give an option to choose it yourself:\n";
  for (const metrics::RecipeChoice& choice : recipe)
    text += "  " + optionOf(choice) + " " + choice.value + "  " + choice.reason.english() + "\n";
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
    if (text.empty()) continue;
    report.text += one.model + (one.isOneOfSeveral ? " at " + figureText(one.learningRate, 3) : "") +
                   ", mean ± standard deviation of " + countedText(one.repeats, "repeat") + ": " + text + "\n";
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
    report.text += nameOf(run, outcome.runs) + ", " + countText(run.parameters) + " parameters: ";
    report.text += testText(run);
    report.text += ", checkpoint " + run.checkpoint + "\n";
    if (run.temperature)
      report.text += nameOf(run, outcome.runs) + ", " + temperatureText(*run.temperature) + "\n";
    if (run.threshold) report.text += nameOf(run, outcome.runs) + ", " + thresholdText(run) + "\n";
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

/// A line every half power of ten, and where it leads.
Report reportOf(const std::vector<metrics::RateCurve>& curves) {
  constexpr std::size_t kApart = 7;
  Report report;
  report.json["rates"] = ordered_json::array();
  for (const metrics::RateCurve& curve : curves) {
    ordered_json tries = ordered_json::array();
    const std::vector<double> losses = metrics::smoothedLosses(curve.tries);
    TextTable table({"Learning rate", "Loss"}, {0, 1});
    for (std::size_t i = 0; i < curve.tries.size(); ++i) {
      const metrics::RateTry& one = curve.tries[i];
      tries.push_back({{"rate", one.rate}, {"loss", numberOrNull(one.loss)}, {"smoothed_loss", losses[i]}});
      if (i % kApart == 0) table.add({figureText(one.rate, 2), figureText(losses[i], 4)});
    }
    report.json["rates"].push_back(
        {{"model", curve.model}, {"suggested", numberOrNull(curve.suggested)}, {"tries", std::move(tries)}});
    report.text += table.text() + "\n" + curve.model +
                   (std::isnan(curve.suggested)
                        ? ": no learning rate made the loss smaller.\n"
                        : ": try --lr " + figureText(curve.suggested, 2) + ", a tenth of where the loss was lowest.\n");
  }
  return report;
}

/// Of the choices of a recipe, those that the search for a learning rate goes by.
std::vector<metrics::RecipeChoice> searched(std::vector<metrics::RecipeChoice> recipe) {
  std::erase_if(recipe, [](const metrics::RecipeChoice& choice) {
    return choice.name == "epochs" || choice.name == "schedule" || choice.name == "patience";
  });
  return recipe;
}

Result<Report> findRatesOf(const tasks::TrainRequest& request, const JobContext& job) {
  MASU_TRY(const metrics::RunSpec spec, tasks::chooseRecipe(request.spec, request.stated, job.stop));
  MASU_TRY(const auto curves, tasks::findRates(spec, job));
  Report report = reportOf(curves);
  const std::vector<metrics::RecipeChoice> recipe = searched(spec.recipe);
  report.json["recipe"] = recipeJson(recipe);
  report.text = recipeText(recipe) + report.text;
  return report;
}

/// Prints what a recipe chose, then epochs as they end, each once.
class EpochNews {
 public:
  explicit EpochNews(const metrics::RunLog& log) : m_log(log) {}

  std::string operator()() {
    std::string lines = choices();
    const std::vector<metrics::RunSummary> runs = m_log.runs();
    m_printed.resize(std::max(m_printed.size(), runs.size()));
    for (std::size_t run = 0; run < runs.size(); ++run) {
      for (; m_printed[run] < runs[run].epochs.size(); ++m_printed[run]) {
        lines += nameOf(runs[run], runs) + line(runs[run], m_printed[run]);
      }
    }
    return lines;
  }

 private:
  std::string choices() {
    if (m_choicesPrinted) return {};
    const auto spec = m_log.spec();
    m_choicesPrinted = spec.has_value();
    return spec ? recipeText(spec->recipe) : std::string();
  }

  static std::string split(const char* name, const metrics::Figures& figures) {
    if (std::isnan(figures.loss)) return {};
    const bool values = std::isnan(figures.accuracy);
    return std::string("  ") + name + " loss " + figureText(figures.loss, 4) +
           (values ? ", R² " + figureText(figures.r2, 4) : ", accuracy " + figureText(figures.accuracy, 4));
  }

  static std::string line(const metrics::RunSummary& run, std::size_t index) {
    const metrics::EpochDone& epoch = run.epochs[index];
    return "  epoch " + std::to_string(epoch.epoch) + " of " + std::to_string(run.epochsPlanned) +
           split("train", epoch.train) + split("validation", epoch.validation) + "  " + durationText(epoch.seconds) +
           "\n";
  }

  const metrics::RunLog& m_log;
  bool m_choicesPrinted = false;
  std::vector<std::size_t> m_printed;
};

void addLearning(CLI::App& command, metrics::RunSpec& spec) {
  command
      .add_option("--lr", spec.learningRates,
                  "Learning rate, e.g. 0.001; if repeated, each model is trained at each (default: the model's)")
      ->allow_extra_args(false);
  command
      .add_option("--repeats", spec.repeats,
                  "Number of times that each model is trained, each with another seed, for mean and standard deviation")
      ->check(wholeNumber(1, metrics::kMostRepeats));
  command.add_option("--optimizer", spec.optimizer, "Optimizer")->check(CLI::IsMember({"sgd", "adam", "adamw"}));
  command.add_option("--schedule", spec.schedule, "Schedule of the learning rate")
      ->check(CLI::IsMember({"constant", "step", "cosine", "onecycle"}));
  command
      .add_option("--loss", spec.loss,
                  "Loss function: crossentropy for classes; mse, mae or huber for values (default: by the label)")
      ->check(CLI::IsMember({"crossentropy", "mse", "mae", "huber"}));
  command.add_option("--class-weights", spec.classWeights,
                     "Class weights: none, balanced, or one number a class, e.g. 1,2.5 (default: by --epochs auto, "
                     "else none)");
  command.add_option("--augment", spec.augment,
                     "Augmentation of train samples, any of "
                     "noise=S,gain=A..B,shift=N,crop=SHARE,mask=N,drop=P,flip=P,mixup=A, e.g. noise=0.05,shift=100 "
                     "(default: none)");
  command.add_flag("--balance", spec.balance, "Draw every class equally often");
  command.add_option("--blocks", spec.blocks, "Number of chunks shuffled together (default: those of 256 MiB)")
      ->check(wholeNumber(1));
  command.add_option("--weight-decay", spec.weightDecay, "Weight decay, e.g. 0.01 (default: by --epochs auto, else 0)");
  command.add_option("--clip", spec.clip,
                     "Max norm of the gradients, e.g. 1; larger ones are clipped (default: 0, no clipping)");
  command
      .add_option("--patience", spec.patience,
                  "Number of epochs without a better validation loss after which to stop; 0: never (default: by "
                  "--epochs auto, else 0)")
      ->check(wholeNumber(0, kMostInt));
  command.add_flag("--calibrate", spec.calibrate,
                   "Calibrate probabilities: fit a temperature to the validation split at the end");
  command.add_option("--seed", spec.seed, "Random seed of weights and order");
}

void addOptions(CLI::App& command, tasks::TrainRequest& request, bool& findRates) {
  metrics::RunSpec& spec = request.spec;
  auto* file = command.add_option("FILE", spec.dataset, "The dataset");
  auto* model = command.add_option("--model", spec.models,
                                   "Model: linear, mlp, cnn1d, resnet1d, cnn2d, rocket or FILE.pt; may be repeated");
  model->allow_extra_args(false);
  addShape(command, spec);
  addEpochs(command, spec);
  addBatch(command, spec);
  command
      .add_option("--slices", spec.slices,
                  "Number of slices that a batch is learned in, each with its own batch statistics")
      ->check(wholeNumber(1));
  command.add_option("--timeout", spec.timeoutSeconds,
                     "Max seconds that processes which train together wait for each other");
  auto* out = command.add_option("--out", spec.out,
                                 "Folder for checkpoints and metrics, e.g. runs/first; needed without --find-lr");
  command.add_option("--manifest", spec.manifest, "Name of the manifest");
  addLearning(command, spec);
  command
      .add_option("--keep-every", spec.keepEvery,
                  "Number of epochs after which a checkpoint is kept besides best and last (default: none)")
      ->check(wholeNumber(1, kMostInt));
  command.add_option("--keep", spec.keep, "Number of those checkpoints to keep (default: all)")
      ->check(wholeNumber(1, kMostInt));
  command.add_flag("!--no-verify", spec.verify, "Do not compare chunks with their checksums on first reading");
  auto* resume = command.add_flag("--resume", spec.resume, "Resume the run in --out with its own options");
  command.add_flag("--overwrite", request.overwrite, "Replace an earlier run in the same folder")->excludes(resume);
  auto* find = command
                   .add_flag("--find-lr", findRates,
                             "Try growing learning rates on a hundred batches and suggest one; writes nothing")
                   ->excludes(resume);
  command.parse_complete_callback([file, model, out, find, resume] {
    const auto need = [](const CLI::Option* option) {
      if (option->count() == 0) throw CLI::RequiredError(option->get_name());
    };
    if (find->count() == 0) need(out);
    if (resume->count() > 0) return;
    need(file);
    need(model);
  });
}

}  // namespace

void addTrain(const Registration& to) {
  auto request = std::make_shared<tasks::TrainRequest>();
  request->spec.epochs = metrics::kAutoEpochs;
  CLI::App* command = to.app.add_subcommand("train", "Train one or several models from one stream of batches");
  const auto findRates = std::make_shared<bool>(false);
  addOptions(*command, *request, *findRates);
  command->callback([request, findRates, command, &common = to.common, &exitCode = to.exitCode] {
    metrics::RunLog log;
    const Console::Work work = [&](const JobContext& job) -> Result<Report> {
      request->stated = statedOptions(*command);
      request->spec.threads = common.resources.threads;
      request->spec.memoryBytes = common.resources.memoryBytes;
      if (*findRates) return findRatesOf(*request, job);
      MASU_TRY(const tasks::TrainOutcome outcome, tasks::train(*request, log, job));
      return reportOf(outcome);
    };
    exitCode = Console(common).run(work, EpochNews(log));
  });
}

}  // namespace masu::cli
