// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/baselines.h"

#include <cmath>

#include "ui/pages/train/runs.h"
#include "ui/text/format.h"

namespace masu::ui {

QString baselinesText(const metrics::RunSummary& run) {
  const bool isClasses = !std::isnan(run.baseline.accuracy);
  QString text;
  const auto add = [&](const QString& method, const metrics::Figures& figures) {
    const double value = isClasses ? figures.accuracy : figures.rmse;
    if (std::isnan(value)) return;
    const QString one = isClasses ? TrainRuns::tr("%1: %2 right").arg(method, formatPercent(value, 1))
                                  : TrainRuns::tr("%1: RMSE %2").arg(method, formatNumber(value, 3));
    text = text.isEmpty() ? one : TrainRuns::tr("%1; %2").arg(text, one);
  };
  add(isClasses ? TrainRuns::tr("always the largest class") : TrainRuns::tr("always the mean"), run.baseline);
  add(TrainRuns::tr("ridge regression"), run.ridge);
  add(TrainRuns::tr("nearest sample"), run.nearest);
  return text;
}

}  // namespace masu::ui
