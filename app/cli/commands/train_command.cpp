#include <cmath>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "core/tasks/train_task.h"

namespace masu::cli {

using nlohmann::ordered_json;

namespace {

ordered_json runJson(const metrics::RunSummary& run) {
  ordered_json json = {{"model", run.model}, {"parameters", run.parameters}, {"epochs", ordered_json::array()}};
  for (const metrics::EpochDone& epoch : run.epochs) {
    json["epochs"].push_back({{"epoch", epoch.epoch},
                              {"train_loss", numberOrNull(epoch.trainLoss)},
                              {"train_accuracy", numberOrNull(epoch.trainAccuracy)},
                              {"validation_loss", numberOrNull(epoch.validationLoss)},
                              {"validation_accuracy", numberOrNull(epoch.validationAccuracy)},
                              {"seconds", epoch.seconds}});
  }
  json["test_accuracy"] = numberOrNull(run.testAccuracy);
  json["test_loss"] = numberOrNull(run.testLoss);
  json["checkpoint"] = run.checkpoint;
  return json;
}

Report reportOf(const tasks::TrainOutcome& outcome) {
  Report report;
  report.json["runs"] = ordered_json::array();
  for (const metrics::RunSummary& run : outcome.runs) {
    report.json["runs"].push_back(runJson(run));
    report.text += run.model + ", " + countText(run.parameters) + " parameters: ";
    report.text += std::isfinite(run.testAccuracy) ? "test accuracy " + figureText(run.testAccuracy, 4)
                   : std::isfinite(run.testLoss)   ? "test loss " + figureText(run.testLoss, 4)
                                                   : std::string("no test split");
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
  static std::string line(const metrics::RunSummary& run, std::size_t index) {
    const metrics::EpochDone& epoch = run.epochs[index];
    return run.model + "  epoch " + std::to_string(epoch.epoch) + " of " + std::to_string(run.epochsPlanned) +
           "  train loss " + figureText(epoch.trainLoss, 4) + ", accuracy " + figureText(epoch.trainAccuracy, 4) +
           "  validation loss " + figureText(epoch.validationLoss, 4) + ", accuracy " +
           figureText(epoch.validationAccuracy, 4) + "  " + durationText(epoch.seconds) + "\n";
  }

  const metrics::RunLog& m_log;
  std::vector<std::size_t> m_told;
};

}  // namespace

void addTrain(const Registration& to) {
  auto request = std::make_shared<tasks::TrainRequest>();
  metrics::RunSpec& spec = request->spec;
  CLI::App* command = to.app.add_subcommand("train", "Train one or several models from one stream of batches");
  command->add_option("FILE", spec.dataset, "The dataset")->required();
  command->add_option("--model", spec.models, "linear | mlp | cnn1d | FILE.pt; several for several")
      ->required()
      ->allow_extra_args(false);
  command->add_option("--epochs", spec.epochs, "How often through the train split")->check(CLI::PositiveNumber);
  command->add_option("--batch", spec.batch, "Samples a batch")->check(CLI::PositiveNumber);
  command->add_option("--out", spec.out, "Folder for checkpoints and metrics")->required();
  command->add_option("--manifest", spec.manifest, "Which manifest");
  command->add_option("--lr", spec.learningRate, "Learning rate (default: the model's)");
  command->add_option("--optimizer", spec.optimizer, "What updates the weights")
      ->check(CLI::IsMember({"sgd", "adam", "adamw"}));
  command->add_option("--schedule", spec.schedule, "How the learning rate changes")
      ->check(CLI::IsMember({"constant", "cosine", "onecycle"}));
  command->add_option("--weight-decay", spec.weightDecay, "Weight decay");
  command->add_option("--patience", spec.patience, "Stop after this many epochs without a better validation loss");
  command->add_option("--seed", spec.seed, "Seed of weights and order");
  command->add_flag("--overwrite", request->overwrite, "Replace an earlier run in the same folder");
  command->callback([request, &common = to.common, &exitCode = to.exitCode] {
    metrics::RunLog log;
    const Console::Work work = [&](const JobContext& job) -> Result<Report> {
      request->spec.threads = common.resources.threads;
      request->spec.memoryBytes = common.resources.memoryBytes;
      MASU_TRY(const tasks::TrainOutcome outcome, tasks::train(*request, log, job));
      return reportOf(outcome);
    };
    exitCode = Console(common).run(work, EpochNews(log));
  });
}

}  // namespace masu::cli
