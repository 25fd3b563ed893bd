// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/suspects_command.h"

#include <QStringList>
#include <algorithm>

#include "ui/text/command_line.h"

namespace masu::ui {
namespace {

void addRuns(CommandLine& line, const std::vector<std::filesystem::path>& runs) {
  line.option("--runs", runs.front().string());
  for (std::size_t k = 1; k < runs.size(); ++k) line.argument(runs[k]);
}

void addTraining(CommandLine& line, const tasks::SuspectsRequest& request) {
  const tasks::FoldsRequest& training = request.training;
  const metrics::RunSpec usual;
  line.option("--model", training.spec.models.front()).count("--folds", training.folds);
  if (!training.groupBy.empty()) line.option("--group", training.groupBy);
  line.flag("--no-group", training.singleSamples);
  QStringList sides;
  for (const std::int64_t side : training.spec.shape) sides << QString::number(side);
  if (!sides.isEmpty()) line.option("--shape", sides.join(QLatin1Char('x')));
  if (training.spec.epochs != metrics::kAutoEpochs)
    line.count("--epochs", static_cast<std::uint64_t>(training.spec.epochs));
  if (std::ranges::find(training.stated, "batch") != training.stated.end()) line.count("--batch", training.spec.batch);
  if (training.spec.seed != usual.seed) line.count("--seed", training.spec.seed);
  if (!request.keepRuns.empty()) line.option("--keep-runs", request.keepRuns.string());
}

}  // namespace

QString suspectsCommand(const tasks::SuspectsRequest& request) {
  CommandLine line(QStringLiteral("suspects"));
  line.argument(request.file);
  request.runs.empty() ? addTraining(line, request) : addRuns(line, request.runs);
  if (request.resources.threads > 0) line.count("--threads", request.resources.threads);
  if (request.resources.memoryBytes > 0) line.count("--memory", request.resources.memoryBytes);
  return line.text();
}

}  // namespace masu::ui
