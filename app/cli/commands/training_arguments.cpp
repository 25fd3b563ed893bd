// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/training_arguments.h"

#include <charconv>
#include <utility>

#include "app/cli/number_value.h"

namespace masu::cli {

void addShape(CLI::App& command, metrics::RunSpec& spec) {
  command
      .add_option("--shape", spec.shape,
                  "Shape of a sample for the model, e.g. 1x28x28 for an image (default: as stored)")
      ->delimiter('x')
      ->allow_extra_args(false)
      ->check(wholeNumber(1));
}

void addEpochs(CLI::App& command, metrics::RunSpec& spec) {
  const auto take = [&spec](const std::string& text) {
    spec.epochs = metrics::kAutoEpochs;
    if (text != "auto") std::from_chars(text.data(), text.data() + text.size(), spec.epochs);
  };
  command
      .add_option_function<std::string>("--epochs", take,
                                        "Number of epochs, or auto: chosen by the data, with batch, schedule, "
                                        "patience, class weights and weight decay where these are not given (default: "
                                        "auto)")
      ->check(wordOr("auto", wholeNumber(1, kMostInt)));
}

void addBatch(CLI::App& command, metrics::RunSpec& spec) {
  command.add_option("--batch", spec.batch, "Number of samples in a batch (default: by --epochs auto, else 64)")
      ->check(wholeNumber(1));
}

std::vector<std::string> statedOptions(const CLI::App& command) {
  const std::pair<const char*, const char*> names[] = {{"--model", "models"},
                                                       {"--shape", "shape"},
                                                       {"--epochs", "epochs"},
                                                       {"--batch", "batch"},
                                                       {"--slices", "slices"},
                                                       {"--manifest", "manifest"},
                                                       {"--lr", "learning_rate"},
                                                       {"--repeats", "repeats"},
                                                       {"--optimizer", "optimizer"},
                                                       {"--schedule", "schedule"},
                                                       {"--loss", "loss"},
                                                       {"--class-weights", "class_weights"},
                                                       {"--augment", "augment"},
                                                       {"--balance", "balance"},
                                                       {"--calibrate", "calibrate"},
                                                       {"--blocks", "blocks"},
                                                       {"--clip", "clip"},
                                                       {"--weight-decay", "weight_decay"},
                                                       {"--patience", "patience"},
                                                       {"--seed", "seed"},
                                                       {"--keep-every", "keep_every"},
                                                       {"--keep", "keep"},
                                                       {"--timeout", "timeout_seconds"}};
  std::vector<std::string> stated;
  for (const auto& [option, name] : names) {
    const CLI::Option* given = command.get_option_no_throw(option);
    if (given != nullptr && given->count() > 0) stated.emplace_back(name);
  }
  return stated;
}

}  // namespace masu::cli
