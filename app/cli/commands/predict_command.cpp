#include <cmath>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "core/tasks/predict_task.h"

namespace masu::cli {

namespace {

Report reportOf(const metrics::PredictSummary& summary, const std::filesystem::path& out) {
  Report report;
  report.json["samples"] = summary.samples;
  report.json["predictions"] = out.string();
  for (const metrics::NamedFigure& figure : metrics::kFigures) {
    report.json[figure.name] = numberOrNull(summary.figures.*figure.value);
  }
  report.text = countText(summary.samples) + " samples told, in " + out.string() + "\n";
  for (const metrics::NamedFigure& figure : metrics::kFigures) {
    const double value = summary.figures.*figure.value;
    if (!std::isnan(value)) report.text += std::string(figure.name) + " " + figureText(value, 4) + "\n";
  }
  return report;
}

}  // namespace

void addPredict(const Registration& to) {
  auto request = std::make_shared<tasks::PredictRequest>();
  CLI::App* command = to.app.add_subcommand("predict", "Tell new samples with a model that was trained");
  command->add_option("RUN", request->run, "Folder of a training run, or a checkpoint in it")->required();
  command
      ->add_option("SOURCE", request->sources,
                   "A dataset, or sources like those that the model's dataset was imported from")
      ->required();
  command->add_option("--out", request->out, "CSV to write, a line a sample")->required();
  command->add_option("--split", request->split, "Only the samples of a split")
      ->check(CLI::IsMember({"train", "validation", "test"}));
  command->add_option("--manifest", request->manifest, "Which manifest");
  command->add_option("--batch", request->batch, "Samples a batch")->check(CLI::PositiveNumber);
  command->add_flag("--overwrite", request->overwrite, "Replace the CSV if it is there");
  command->callback([request, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      request->resources = common.resources;
      MASU_TRY(const metrics::PredictSummary summary, tasks::predict(*request, job));
      return reportOf(summary, request->out);
    });
  });
}

}  // namespace masu::cli
