// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/train_news.h"
#include "app/cli/commands/train_report.h"
#include "app/cli/commands/training_arguments.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "core/tasks/train/cross_validation.h"
#include "core/tasks/train/recipe_task.h"
#include "core/tasks/train/train_task.h"

namespace masu::cli {

using nlohmann::ordered_json;

namespace {

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

/// What `masu train` does.
struct TrainArguments {
  tasks::TrainRequest request;
  bool findRates = false;
  bool crossValidates = false;
};

void addOptions(CLI::App& command, TrainArguments& arguments) {
  tasks::TrainRequest& request = arguments.request;
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
  command.add_flag("--cross-validate", arguments.crossValidates,
                   "Train on each of the manifests NAME-1 … NAME-K of masu split --folds, for mean and standard "
                   "deviation; --manifest is NAME, and the runs are fold-1 … fold-K in --out");
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
                   .add_flag("--find-lr", arguments.findRates,
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
  auto arguments = std::make_shared<TrainArguments>();
  arguments->request.spec.epochs = metrics::kAutoEpochs;
  CLI::App* command = to.app.add_subcommand("train", "Train one or several models from one stream of batches");
  addOptions(*command, *arguments);
  command->callback([arguments, command, &common = to.common, &exitCode = to.exitCode] {
    tasks::TrainRequest& request = arguments->request;
    metrics::RunLog log;
    FoldNews folds;
    const Console::Work work = [&](const JobContext& job) -> Result<Report> {
      request.stated = statedOptions(*command);
      request.spec.threads = common.resources.threads;
      request.spec.memoryBytes = common.resources.memoryBytes;
      if (arguments->findRates) return findRatesOf(request, job);
      if (arguments->crossValidates) {
        const auto begins = [&](unsigned fold, unsigned of, auto its) { folds.begins(fold, of, std::move(its)); };
        MASU_TRY(const tasks::CrossValidation outcome, tasks::crossValidate(request, begins, job));
        return reportOf(outcome);
      }
      MASU_TRY(const tasks::TrainOutcome outcome, tasks::train(request, log, job));
      return reportOf(outcome);
    };
    EpochNews epochs(log);
    exitCode = Console(common).run(work, [&] { return arguments->crossValidates ? folds.lines() : epochs(); });
  });
}

}  // namespace masu::cli
