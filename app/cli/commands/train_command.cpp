#include <cmath>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "core/tasks/train_task.h"

namespace masu::cli {

using nlohmann::ordered_json;

namespace {

void addFigures(ordered_json& json, const std::string& prefix, const metrics::Figures& figures) {
  for (const metrics::NamedFigure& figure : metrics::kFigures) {
    json[prefix + figure.name] = numberOrNull(figures.*figure.value);
  }
}

/// Precision and recall of each class, in the order of the dataset's classes.
void addClasses(ordered_json& json, const std::string& prefix, const std::vector<std::uint64_t>& confusion) {
  if (confusion.empty()) return;
  ordered_json precision = ordered_json::array();
  ordered_json recall = ordered_json::array();
  for (const metrics::ClassFigures& one : metrics::perClass(confusion)) {
    precision.push_back(numberOrNull(one.precision));
    recall.push_back(numberOrNull(one.recall));
  }
  json[prefix + "precision"] = std::move(precision);
  json[prefix + "recall"] = std::move(recall);
}

ordered_json epochJson(const metrics::EpochDone& epoch) {
  ordered_json json = {{"epoch", epoch.epoch}};
  addFigures(json, "train_", epoch.train);
  addFigures(json, "validation_", epoch.validation);
  json["seconds"] = epoch.seconds;
  addClasses(json, "validation_", epoch.confusion);
  if (!epoch.confusion.empty()) json["confusion"] = epoch.confusion;
  return json;
}

ordered_json runJson(const metrics::RunSummary& run) {
  ordered_json json = {{"model", run.model}, {"parameters", run.parameters}, {"epochs", ordered_json::array()}};
  for (const metrics::EpochDone& epoch : run.epochs) json["epochs"].push_back(epochJson(epoch));
  addFigures(json, "test_", run.test);
  addClasses(json, "test_", run.confusion);
  json["confusion"] = run.confusion;
  json["worst"] = ordered_json::array();
  for (const metrics::BadAnswer& one : run.worst) {
    json["worst"].push_back({{"sample", one.sample}, {"loss", one.loss}, {"truth", one.truth}, {"answer", one.answer}});
  }
  json["checkpoint"] = run.checkpoint;
  return json;
}

std::string testText(const metrics::Figures& test) {
  if (std::isnan(test.loss)) return "no test split";
  std::string text = "test";
  const auto add = [&](const char* name, double value) {
    if (!std::isnan(value)) text += std::string(text == "test" ? " " : ", ") + name + " " + figureText(value, 4);
  };
  add("accuracy", test.accuracy);
  add("macro F1", test.macroF1);
  add("ROC AUC", test.rocArea);
  add("R²", test.determination);
  add("RMSE", test.squaredError);
  add("MAE", test.absoluteError);
  return text;
}

Report reportOf(const tasks::TrainOutcome& outcome) {
  Report report;
  report.json["runs"] = ordered_json::array();
  for (const metrics::RunSummary& run : outcome.runs) {
    report.json["runs"].push_back(runJson(run));
    report.text += run.model + ", " + countText(run.parameters) + " parameters: ";
    report.text += testText(run.test);
    report.text += ", checkpoint " + run.checkpoint + "\n";
  }
  report.json["starved_fraction"] = numberOrNull(outcome.starvedFraction);
  report.json["peak_memory_bytes"] = outcome.peakMemoryBytes;
  report.text += "waited for data " + figureText(100 * outcome.starvedFraction, 2) + " % of the time, peak memory " +
                 bytesText(static_cast<double>(outcome.peakMemoryBytes)) + "\n";
  return report;
}

/// Tells of epochs as they end, each once.
class EpochNews {
 public:
  explicit EpochNews(const metrics::RunLog& log) : m_log(log) {}

  std::string operator()() {
    std::string lines;
    const std::vector<metrics::RunSummary> runs = m_log.runs();
    m_told.resize(std::max(m_told.size(), runs.size()));
    for (std::size_t run = 0; run < runs.size(); ++run) {
      for (; m_told[run] < runs[run].epochs.size(); ++m_told[run]) lines += line(runs[run], m_told[run]);
    }
    return lines;
  }

 private:
  static std::string split(const char* name, const metrics::Figures& figures) {
    if (std::isnan(figures.loss)) return {};
    const bool values = std::isnan(figures.accuracy);
    return std::string("  ") + name + " loss " + figureText(figures.loss, 4) +
           (values ? ", R² " + figureText(figures.determination, 4) : ", accuracy " + figureText(figures.accuracy, 4));
  }

  static std::string line(const metrics::RunSummary& run, std::size_t index) {
    const metrics::EpochDone& epoch = run.epochs[index];
    return run.model + "  epoch " + std::to_string(epoch.epoch) + " of " + std::to_string(run.epochsPlanned) +
           split("train", epoch.train) + split("validation", epoch.validation) + "  " + durationText(epoch.seconds) +
           "\n";
  }

  const metrics::RunLog& m_log;
  std::vector<std::size_t> m_told;
};

void addLearning(CLI::App& command, metrics::RunSpec& spec) {
  command.add_option("--lr", spec.learningRate, "Learning rate (default: the model's)");
  command.add_option("--optimizer", spec.optimizer, "What updates the weights")
      ->check(CLI::IsMember({"sgd", "adam", "adamw"}));
  command.add_option("--schedule", spec.schedule, "How the learning rate changes")
      ->check(CLI::IsMember({"constant", "step", "cosine", "onecycle"}));
  command.add_option("--loss", spec.loss, "What is made small: crossentropy for classes; mse, mae, huber for values")
      ->check(CLI::IsMember({"crossentropy", "mse", "mae", "huber"}));
  command.add_option("--class-weights", spec.classWeights, "none | balanced | a number a class, as 1,2.5");
  command.add_option("--augment", spec.augment,
                     "Vary train samples: noise=S,gain=A..B,shift=N,crop=SHARE,mask=N,drop=P,flip=P,mixup=A, any of "
                     "them");
  command.add_flag("--balance", spec.balance, "Draw every class equally often");
  command.add_option("--weight-decay", spec.weightDecay, "Weight decay");
  command.add_option("--clip", spec.clip, "The largest norm of all gradients together");
  command.add_option("--patience", spec.patience, "Stop after this many epochs without a better validation loss");
  command.add_option("--seed", spec.seed, "Seed of weights and order");
}

void addOptions(CLI::App& command, tasks::TrainRequest& request) {
  metrics::RunSpec& spec = request.spec;
  auto* file = command.add_option("FILE", spec.dataset, "The dataset");
  auto* model = command.add_option("--model", spec.models,
                                   "linear | mlp | cnn1d | resnet1d | cnn2d | FILE.pt; several for several");
  model->allow_extra_args(false);
  command.add_option("--shape", spec.shape, "What the values of a sample are to the model, as 1x28x28 for an image")
      ->delimiter('x')
      ->allow_extra_args(false)
      ->check(CLI::PositiveNumber);
  command.add_option("--epochs", spec.epochs, "How often through the train split")->check(CLI::PositiveNumber);
  command.add_option("--batch", spec.batch, "Samples a batch")->check(CLI::PositiveNumber);
  command.add_option("--out", spec.out, "Folder for checkpoints and metrics")->required();
  command.add_option("--manifest", spec.manifest, "Which manifest");
  addLearning(command, spec);
  command.add_option("--keep-every", spec.keepEvery, "Keep a checkpoint of its own every so many epochs")
      ->check(CLI::PositiveNumber);
  command.add_option("--keep", spec.keep, "How many of those stay (default: all)")->check(CLI::PositiveNumber);
  command.add_flag("!--no-verify", spec.verify, "Do not compare chunks with their checksums on first reading");
  auto* resume = command.add_flag("--resume", spec.resume, "Go on with the run in --out as it was asked for");
  command.add_flag("--overwrite", request.overwrite, "Replace an earlier run in the same folder")->excludes(resume);
  command.parse_complete_callback([file, model, resume] {
    if (resume->count() > 0) return;
    for (const CLI::Option* needed : {file, model}) {
      if (needed->count() == 0) throw CLI::RequiredError(needed->get_name());
    }
  });
}

/// What was asked for, by its name in the spec's JSON.
std::vector<std::string> statedOptions(const CLI::App& command) {
  const std::pair<const char*, const char*> names[] = {{"--model", "models"},
                                                       {"--shape", "shape"},
                                                       {"--epochs", "epochs"},
                                                       {"--batch", "batch"},
                                                       {"--manifest", "manifest"},
                                                       {"--lr", "learning_rate"},
                                                       {"--optimizer", "optimizer"},
                                                       {"--schedule", "schedule"},
                                                       {"--loss", "loss"},
                                                       {"--class-weights", "class_weights"},
                                                       {"--augment", "augment"},
                                                       {"--balance", "balance"},
                                                       {"--clip", "clip"},
                                                       {"--weight-decay", "weight_decay"},
                                                       {"--patience", "patience"},
                                                       {"--seed", "seed"},
                                                       {"--keep-every", "keep_every"},
                                                       {"--keep", "keep"}};
  std::vector<std::string> stated;
  for (const auto& [option, name] : names) {
    if (command.count(option) > 0) stated.emplace_back(name);
  }
  return stated;
}

}  // namespace

void addTrain(const Registration& to) {
  auto request = std::make_shared<tasks::TrainRequest>();
  CLI::App* command = to.app.add_subcommand("train", "Train one or several models from one stream of batches");
  addOptions(*command, *request);
  command->callback([request, command, &common = to.common, &exitCode = to.exitCode] {
    metrics::RunLog log;
    const Console::Work work = [&](const JobContext& job) -> Result<Report> {
      request->stated = statedOptions(*command);
      request->spec.threads = common.resources.threads;
      request->spec.memoryBytes = common.resources.memoryBytes;
      MASU_TRY(const tasks::TrainOutcome outcome, tasks::train(*request, log, job));
      return reportOf(outcome);
    };
    exitCode = Console(common).run(work, EpochNews(log));
  });
}

}  // namespace masu::cli
