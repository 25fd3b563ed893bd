// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/repeats.h"

#include <QStringList>
#include <cmath>
#include <optional>

#include "core/metrics/repeats.h"
#include "ui/pages/train/runs.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

/// The repeats that the model in a row is one of.
std::optional<metrics::RepeatedModel> repeatsOf(const std::vector<RunTableModel::Run>& runs, std::size_t row) {
  std::vector<metrics::RunSummary> ofSameRun;
  std::uint64_t place = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].folder != runs[row].folder) continue;
    if (i == row) place = ofSameRun.size();
    ofSameRun.push_back(runs[i].summary);
  }
  for (metrics::RepeatedModel& one : metrics::repeatedModels(ofSameRun)) {
    if (place < one.planned) return std::move(one);
    place -= one.planned;
  }
  return std::nullopt;
}

QString figuresOf(const metrics::Spread& spread) {
  const std::pair<QString, double metrics::Figures::*> shown[] = {
      {TrainRuns::tr("accuracy"), &metrics::Figures::accuracy},
      {QStringLiteral("macro F1"), &metrics::Figures::macroF1},
      {QStringLiteral("R²"), &metrics::Figures::r2},
      {QStringLiteral("RMSE"), &metrics::Figures::rmse}};
  QStringList texts;
  for (const auto& [name, figure] : shown) {
    const double mean = spread.mean.*figure;
    if (!std::isnan(mean))
      texts << TrainRuns::tr("%1 %2 ± %3").arg(name, figureText(mean), figureText(spread.deviation.*figure));
  }
  return texts.join(QStringLiteral(", "));
}

}  // namespace

QString repeatsText(const std::vector<RunTableModel::Run>& runs, int row) {
  if (row < 0 || static_cast<std::size_t>(row) >= runs.size()) return {};
  const auto repeats = repeatsOf(runs, static_cast<std::size_t>(row));
  if (!repeats) return {};
  const QString model = shownText(repeats->model);
  const int count = static_cast<int>(repeats->repeats);
  const QString test = figuresOf(repeats->test);
  if (!test.isEmpty()) return TrainRuns::tr("%1, test of %n repeat(s): %2", nullptr, count).arg(model, test);
  const QString validation = figuresOf(repeats->validation);
  return validation.isEmpty()
             ? QString()
             : TrainRuns::tr("%1, validation of %n repeat(s): %2", nullptr, count).arg(model, validation);
}

}  // namespace masu::ui
