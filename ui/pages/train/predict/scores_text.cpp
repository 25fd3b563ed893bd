// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/predict/scores_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>
#include <utility>

#include "core/table/number_text.h"
#include "ui/models/run_table_model.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

struct Scores {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::PredictScores)
};

/// In the order in which people ask for them; those that are absent are left out.
QString figuresIn(const metrics::Figures& figures) {
  using metrics::Figures;
  const std::pair<QString, double Figures::*> shown[] = {{Scores::tr("accuracy"), &Figures::accuracy},
                                                         {Scores::tr("balanced accuracy"), &Figures::balancedAccuracy},
                                                         {QStringLiteral("macro F1"), &Figures::macroF1},
                                                         {QStringLiteral("ROC AUC"), &Figures::rocAuc},
                                                         {Scores::tr("average precision"), &Figures::averagePrecision},
                                                         {Scores::tr("log loss"), &Figures::logLoss},
                                                         {QStringLiteral("ECE"), &Figures::ece},
                                                         {QStringLiteral("R²"), &Figures::r2},
                                                         {QStringLiteral("RMSE"), &Figures::rmse},
                                                         {QStringLiteral("MAE"), &Figures::mae}};
  QStringList texts;
  for (const auto& [name, figure] : shown) {
    const double value = figures.*figure;
    if (!std::isnan(value)) texts << QStringLiteral("%1 %2").arg(name, formatNumber(value, 4));
  }
  return texts.join(QStringLiteral(", "));
}

/// In all the digits that distinguish it.
QString exact(double probability) {
  return toQt(table::numberText(probability, table::DType::f64));
}

QString bestIn(const std::optional<metrics::BestThreshold>& best, const std::vector<std::string>& classes) {
  if (!best || classes.size() != 2) return {};
  return Scores::tr("F1 of %1 would be the largest, %2, with the threshold %3")
      .arg(shownText(classes.back()), figureText(best->f1), exact(best->probability));
}

}  // namespace

QString scoresText(const metrics::ModelFigures& model, const std::vector<std::string>& classes) {
  QStringList lines;
  if (model.threshold && classes.size() == 2)
    lines << Scores::tr("%1 is predicted from the probability %2 on")
                 .arg(shownText(classes.back()), exact(*model.threshold));
  if (model.temperature != 1)
    lines << Scores::tr("Probabilities are at the temperature %1").arg(formatNumber(model.temperature, 4));
  if (const QString figures = figuresIn(model.figures); !figures.isEmpty())
    lines << counted(Scores::tr("Of %n sample(s) with a label: %1", nullptr, pluralOf(model.scored)), model.scored)
                 .arg(figures);
  if (const QString best = bestIn(model.best, classes); !best.isEmpty()) lines << best;
  if (const QString figures = figuresIn(model.ofRecordings); !figures.isEmpty())
    lines << counted(Scores::tr("Of %n whole recording(s): %1", nullptr, pluralOf(model.scoredRecordings)),
                     model.scoredRecordings)
                 .arg(figures);
  if (const QString best = bestIn(model.bestOfRecordings, classes); !best.isEmpty())
    lines << Scores::tr("Whole recordings: %1").arg(best);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace masu::ui
