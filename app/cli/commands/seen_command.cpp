// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "app/cli/commands/commands.h"
#include "app/cli/figures_json.h"
#include "app/cli/format.h"
#include "core/tasks/train/seen_task.h"

namespace masu::cli {

namespace {

using nlohmann::ordered_json;

/// Of many samples the text shows the first; JSON has all.
constexpr std::size_t kShownSamples = 50;

std::string nameOf(const tasks::SeenSample& sample) {
  std::string name = "Sample " + countText(sample.named.sample);
  if (sample.named.source && sample.named.position)
    name +=
        " (" + shownText(*sample.named.source, LineEnds::shown) + ":" + std::to_string(*sample.named.position) + ")";
  return name;
}

/// Why no step learned from a sample.
const char* neverText(const tasks::SeenSample& sample, const tasks::SeenOutcome& outcome) {
  switch (sample.split) {
    case store::Split::train:
      if (!outcome.ended) return "not learned from in the steps reported so far";
      return outcome.balanced ? "never learned from: the balanced order did not draw it"
                              : "never learned from: the run ended before its step";
    case store::Split::validation:
      return "never learned from: it scored the models after each epoch";
    case store::Split::test:
      return "never learned from: it is for the test after training";
    case store::Split::unused:
      break;
  }
  return "never used";
}

std::string modelText(const tasks::ModelProgress& model) {
  const bool isTwin = !std::isnan(model.learningRate);
  return model.model + (isTwin ? " at " + figureText(model.learningRate) : "") +
         (model.repeat > 0 ? " (repeat " + std::to_string(model.repeat) + ")" : "");
}

std::string progressText(const tasks::SeenOutcome& outcome) {
  const std::uint64_t all = static_cast<std::uint64_t>(outcome.epochsPlanned) * outcome.stepsPerEpoch;
  std::string text = "The run " + std::string(outcome.ended ? "took " : "reported ") + countText(outcome.stepsDone) +
                     " of " + countedText(all, "step") + " (" + countText(outcome.stepsPerEpoch) + " an epoch).\n";
  for (const tasks::ModelProgress& model : outcome.models) {
    if (model.steps == outcome.stepsDone) continue;
    text += modelText(model) + (outcome.ended ? " learned in the first " + countText(model.steps) + " of them only.\n"
                                              : " reported " + countText(model.steps) + " of them so far.\n");
  }
  return text;
}

std::string sampleText(const tasks::SeenSample& sample, const tasks::SeenOutcome& outcome) {
  std::string text = nameOf(sample) + ", " + std::string(store::name(sample.split)) + ": ";
  if (sample.uses.empty()) return text + neverText(sample, outcome) + "\n";
  text += sample.weightless ? "in " + countedText(sample.uses.size(), "step") +
                                  " with weight 0: nothing but batch statistics depends on it\n"
                            : "learned from " + countedText(sample.uses.size(), "time") + "\n";
  TextTable table({"Epoch", "Step"}, {0, 1});
  for (const tasks::SampleUse& use : sample.uses)
    table.add({countText(static_cast<std::uint64_t>(use.epoch)), countText(use.step)});
  return text + table.text();
}

std::string samplesText(const tasks::SeenOutcome& outcome) {
  const auto& samples = outcome.samples;
  if (samples.size() == 1) return sampleText(samples.front(), outcome);
  TextTable table({"Sample", "Position", "Split", "Times"}, {0, 1, 3});
  for (std::size_t i = 0; i < std::min(samples.size(), kShownSamples); ++i) {
    const tasks::SeenSample& sample = samples[i];
    table.add({countText(sample.named.sample), sample.named.position ? countText(*sample.named.position) : "–",
               std::string(store::name(sample.split)),
               countText(sample.uses.size()) + (sample.weightless ? " with weight 0" : "")});
  }
  const std::size_t more = samples.size() - std::min(samples.size(), kShownSamples);
  return countedText(samples.size(), "sample") + " of " +
         shownText(samples.front().named.source.value_or(""), LineEnds::shown) + "\n" + table.text() +
         (more > 0 ? "… and " + countText(more) + " more: --json lists all.\n" : "");
}

ordered_json jsonOf(const tasks::SeenSample& sample) {
  ordered_json json = {{"sample", sample.named.sample}, {"source", nullptr}, {"position", nullptr}};
  if (sample.named.source) json["source"] = *sample.named.source;
  if (sample.named.position) json["position"] = *sample.named.position;
  json["split"] = store::name(sample.split);
  json["weightless"] = sample.weightless;
  json["uses"] = ordered_json::array();
  for (const tasks::SampleUse& use : sample.uses) json["uses"].push_back({{"epoch", use.epoch}, {"step", use.step}});
  return json;
}

Report reportOf(const tasks::SeenOutcome& outcome) {
  Report report;
  report.json = {{"dataset", outcome.dataset},      {"manifest", outcome.manifest},
                 {"epochs", outcome.epochsPlanned}, {"steps_per_epoch", outcome.stepsPerEpoch},
                 {"steps_done", outcome.stepsDone}, {"ended", outcome.ended}};
  report.json["models"] = ordered_json::array();
  for (const tasks::ModelProgress& model : outcome.models) {
    report.json["models"].push_back({{"model", model.model},
                                     {"learning_rate", numberOrNull(model.learningRate)},
                                     {"repeat", repeatJson(model.repeat)},
                                     {"steps_done", model.steps}});
  }
  report.json["samples"] = ordered_json::array();
  for (const tasks::SeenSample& sample : outcome.samples) report.json["samples"].push_back(jsonOf(sample));
  report.text = samplesText(outcome) + "\n" + progressText(outcome);
  return report;
}

}  // namespace

void addSeen(const Registration& to) {
  auto request = std::make_shared<tasks::SeenRequest>();
  CLI::App* command = to.app.add_subcommand("seen", "Show in which steps a run learned from a sample");
  command->add_option("RUN", request->run, "Folder of a training run, or of one of its models")->required();
  command
      ->add_option("SAMPLE", request->sample,
                   "Number of a sample from 0, SOURCE:POSITION (a record, or the first frame of a window, from 0), or "
                   "a source")
      ->required();
  command->add_option("--dataset", request->dataset, "The run's dataset, if it was moved (default: where it was)");
  command->callback([request, &common = to.common, &exitCode = to.exitCode] {
    request->resources = common.resources;
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      MASU_TRY(const tasks::SeenOutcome outcome, tasks::seen(*request, job));
      return reportOf(outcome);
    });
  });
}

}  // namespace masu::cli
