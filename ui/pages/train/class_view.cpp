// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/class_view.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <cmath>

#include "core/table/number_text.h"
#include "ui/charts/figure/reliability_plot.h"
#include "ui/charts/figure/threshold_plot.h"
#include "ui/models/class_figures_model.h"
#include "ui/models/run_table_model.h"
#include "ui/pages/common/table_setup.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

constexpr int kFigureWidth = 51;
constexpr int kSamplesWidth = 62;
constexpr int kLeastName = 96;   ///< of a class; where there is less, the column of samples goes
constexpr int kPlotHeight = 68;  ///< so that the rows of two classes are seen, too

/// The plots, as the segments name them.
enum Plot { kReliability, kRoc, kPrecision };

}  // namespace

ClassView::ClassView(QWidget* parent)
    : QWidget(parent),
      m_figures(new ClassFiguresModel(this)),
      m_table(makeTable(m_figures)),
      m_plot(new Segments({tr("Reliability"), tr("ROC"), tr("Precision")}, ButtonSize::small)),
      m_reliability(new ReliabilityPlot),
      m_roc(new ThresholdPlot(ThresholdPlot::Curve::roc)),
      m_precision(new ThresholdPlot(ThresholdPlot::Curve::precision)) {
  m_table->setAccessibleName(tr("Figures of each class"));
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
  m_table->horizontalHeader()->setSectionResizeMode(ClassFiguresModel::kClass, QHeaderView::Stretch);
  for (const int figure : {ClassFiguresModel::kPrecision, ClassFiguresModel::kRecall, ClassFiguresModel::kF1})
    m_table->setColumnWidth(figure, kFigureWidth);
  m_table->setColumnWidth(ClassFiguresModel::kSamples, kSamplesWidth);
  m_table->setTextElideMode(Qt::ElideMiddle);  // names of many classes differ at their ends
  m_reliability->setToolTip(
      tr("How often the model is right, by the probability of the predicted class. On the dashed line the two are "
         "equal."));
  m_roc->setToolTip(
      tr("The ROC curve: recall of the second class by the false positive rate, for every threshold of its "
         "probability. The dashed line is chance."));
  m_precision->setToolTip(
      tr("The precision-recall curve: precision of the second class by its recall, for every threshold of its "
         "probability. The dashed line is its share of the samples."));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(m_table, 1);
  auto* plots = new QVBoxLayout;
  plots->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  plots->setSpacing(4);
  plots->addWidget(m_plot, 0, Qt::AlignLeft);
  for (QWidget* plot : std::initializer_list<QWidget*>{m_reliability, m_roc, m_precision}) {
    plot->setMaximumHeight(kPlotHeight);
    plots->addWidget(plot);
  }
  column->addLayout(plots);
  connect(m_plot, &Segments::currentChanged, this, &ClassView::showPlot);
  showPlot();
}

void ClassView::showRun(const metrics::RunSummary* run, const QStringList& classes) {
  using Bins = std::vector<metrics::ReliabilityBin>;
  using Points = std::vector<metrics::ThresholdPoint>;
  const Points points = run != nullptr ? run->thresholds : Points();
  m_hasPlots = run != nullptr && !run->reliability.empty();
  m_reliability->setBins(m_hasPlots ? run->reliability : Bins());
  m_roc->setPoints(points);
  m_precision->setPoints(points);
  // More than two classes have reliability alone.
  m_plot->setVisible(m_hasPlots && !points.empty());
  if (points.empty()) m_plot->setCurrent(kReliability);
  m_figures->setMatrix(run != nullptr ? run->confusion : std::vector<std::uint64_t>(), classes);
  showPlot();
}

/// The tool tip of a class has its samples, too.
void ClassView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_table->setColumnHidden(ClassFiguresModel::kSamples, width() - 3 * kFigureWidth - kSamplesWidth < kLeastName);
}

void ClassView::showPlot() {
  m_reliability->setVisible(m_hasPlots && m_plot->current() == kReliability);
  m_roc->setVisible(m_hasPlots && m_plot->current() == kRoc);
  m_precision->setVisible(m_hasPlots && m_plot->current() == kPrecision);
}

/// With what the probabilities are calibrated by, or why they are not, where somebody asked for it.
QString ClassView::caption(const metrics::RunSummary& run) {
  const QString model = shownText(run.model);
  if (!run.temperature) return model;
  const metrics::Temperature& found = *run.temperature;
  if (found.isFound()) {
    return tr("%1, temperature %2, by %3 validation samples")
        .arg(model, figureText(found.value), formatCount(found.samples));
  }
  return found.samples > 0 ? tr("%1, no temperature: no class is rated above the true one in validation").arg(model)
                           : tr("%1, no temperature: no output is a finite number").arg(model);
}

QString ClassView::splitText(const metrics::RunSummary& run) {
  if (!run.tested) return tr("of validation, the worst class first");
  const metrics::Figures& test = run.test;
  if (std::isnan(test.accuracy)) return tr("of validation, as there is no test split");
  const QString text = tr("Test: balanced accuracy %1, macro F1 %2, log loss %3, ECE %4")
                           .arg(figureText(test.balancedAccuracy), figureText(test.macroF1), figureText(test.logLoss),
                                figureText(test.ece));
  if (std::isnan(test.averagePrecision)) return text;  // not of two classes, or of an earlier version
  return tr("%1, ROC AUC %2, average precision %3")
      .arg(text, figureText(test.rocAuc), figureText(test.averagePrecision));
}

/// What predicting by it gives, beside the more probable class.
QString ClassView::thresholdText(const metrics::RunSummary& run, const metrics::ChosenThreshold& chosen) {
  const auto f1 = [](const std::vector<std::uint64_t>& confusion) {
    return figureText(metrics::perClass(confusion)[1].f1);
  };
  const QString text =
      tr("Threshold %1, chosen on %2 validation samples (F1 %3): F1 of the second class %4, without it %5")
          .arg(toQt(table::numberText(chosen.probability, table::DType::f64)), formatCount(chosen.samples),
               figureText(chosen.f1), f1(chosen.confusion), f1(run.confusion));
  return std::isnan(run.test.accuracy) ? tr("%1, of the very samples that it was chosen on").arg(text) : text;
}

QString ClassView::foot(const metrics::RunSummary& run) {
  const bool isChosen = run.threshold && run.threshold->confusion.size() == run.confusion.size();
  return isChosen ? splitText(run) + u'\n' + thresholdText(run, *run.threshold) : splitText(run);
}

}  // namespace masu::ui
