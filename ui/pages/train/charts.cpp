// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/charts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/figure/sparkline.h"
#include "ui/pages/common/separator.h"
#include "ui/pages/train/legend.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

/// Less than a window of 640 px leaves: a layout that is given less than it needs lays its parts over each other.
constexpr int kMinChart = 96;

template <class Figure>
std::vector<QPointF> curve(const metrics::RunSummary& run, Figure figure) {
  std::vector<QPointF> points;
  for (const metrics::EpochDone& epoch : run.epochs) {
    const double value = figure(epoch);
    if (std::isfinite(value)) points.emplace_back(epoch.epoch, value);
  }
  return points;
}

/// As many as a sparkline keeps, from the whole of the run.
template <class Figure>
std::vector<double> course(const metrics::RunSummary& run, Figure figure) {
  const std::size_t stride = run.steps.size() / Sparkline::kKept + 1;
  std::vector<double> values;
  for (std::size_t i = 0; i < run.steps.size(); i += stride) values.push_back(figure(run.steps[i]));
  return values;
}

/// A point a step where steps were reported, else a point an epoch.
std::vector<QPointF> trainLoss(const metrics::RunSummary& run) {
  std::vector<QPointF> points;
  for (const metrics::StepDone& step : run.steps) {
    if (run.stepsPerEpoch == 0 || step.step == 0 || !std::isfinite(step.loss)) continue;
    points.emplace_back(static_cast<double>(step.step) / static_cast<double>(run.stepsPerEpoch), step.loss);
  }
  if (points.size() > run.epochs.size()) return points;
  return curve(run, [](const metrics::EpochDone& epoch) { return epoch.train.loss; });
}

QColor runColour(std::size_t run) {
  return tokens().runs[run % tokens().runs.size()];
}

}  // namespace

TrainCharts::TrainCharts(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildBar());
  auto* charts = new QHBoxLayout;
  charts->setContentsMargins(size::kLeft, 12, size::kRight, 8);
  charts->setSpacing(20);
  const auto add = [&](const QString& name, QLabel* heading) {
    auto* chart = new MetricChart;
    chart->setAccessibleName(name);
    chart->setPlaceholder(tr("The curve begins with the first epoch."));
    chart->setMinimumHeight(kMinChart);
    auto* one = new QVBoxLayout;
    one->setSpacing(4);
    one->addWidget(heading);
    one->addWidget(chart, 1);
    charts->addLayout(one, 1);
    return chart;
  };
  m_accuracyName = makeLabel({}, "heading");
  m_loss = add(tr("Loss"), makeLabel(tr("Loss"), "heading"));
  m_accuracy = add(tr("Accuracy"), m_accuracyName);
  setPredictsValues(false);
  m_loss->setLogarithmic(true);
  column->addLayout(charts, 1);
  column->addWidget(buildGauges());
  connect(m_loss, &MetricChart::markedChanged, m_accuracy, &MetricChart::setMarked);
  connect(m_accuracy, &MetricChart::markedChanged, m_loss, &MetricChart::setMarked);
}

void TrainCharts::setPredictsValues(bool values) {
  m_values = values;
  const QString name = values ? tr("R²") : tr("Accuracy");
  m_accuracyName->setText(name);
  m_accuracy->setAccessibleName(name);
  m_accuracy->setBounds(values ? std::nullopt : std::optional(0.0), 1.0);
}

QWidget* TrainCharts::buildBar() {
  auto* bar = new QWidget;
  bar->setProperty("pane", "header");
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->setFixedHeight(size::kToolBar);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  row->setSpacing(8);
  m_legend = new QHBoxLayout;
  m_legend->setSpacing(16);
  row->addLayout(m_legend);
  row->addStretch();
  row->addWidget(makeLabel(tr("Smooth"), "label"));
  m_smooth = new QSlider(Qt::Horizontal);
  m_smooth->setRange(0, 95);
  m_smooth->setFixedWidth(72);
  m_smooth->setAccessibleName(tr("Smooth"));
  row->addWidget(m_smooth);
  row->addSpacing(8);
  m_scale = new Segments({tr("Linear"), tr("Log")}, ButtonSize::small);
  m_scale->setCurrent(1);
  row->addWidget(m_scale);
  connect(m_smooth, &QSlider::valueChanged, this, [this](int value) {
    m_loss->setSmoothing(value / 100.0);
    m_accuracy->setSmoothing(value / 100.0);
  });
  connect(m_scale, &Segments::currentChanged, this, [this](int scale) { m_loss->setLogarithmic(scale == 1); });
  return bar;
}

TrainCharts::Gauge TrainCharts::addGauge(QHBoxLayout* row, const QString& name, bool bars) {
  if (row->count() > 0) row->addWidget(new Separator(Qt::Vertical));
  Gauge gauge;
  auto* cell = new QVBoxLayout;
  cell->setContentsMargins(size::kLeft, 10, size::kRight, 12);
  cell->setSpacing(8);
  auto* head = new QHBoxLayout;
  head->addWidget(makeLabel(name, "label"));
  head->addStretch();
  gauge.value = makeLabel(QStringLiteral("–"), "value");
  gauge.value->setFont(uiFont(Type::table, QFont::DemiBold));
  head->addWidget(gauge.value);
  cell->addLayout(head);
  gauge.line = new Sparkline(bars ? Sparkline::Form::bars : Sparkline::Form::line);
  gauge.line->setAccessibleName(name);
  cell->addWidget(gauge.line);
  row->addLayout(cell, 1);
  return gauge;
}

QWidget* TrainCharts::buildGauges() {
  auto* strip = new QWidget;
  auto* column = new QVBoxLayout(strip);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeLine(Qt::Horizontal));
  auto* row = new QHBoxLayout;
  row->setSpacing(0);
  m_rate = addGauge(row, tr("Throughput"), false);
  m_ready = addGauge(row, tr("Batches ready"), false);
  m_waiting = addGauge(row, tr("Waiting for data"), true);
  m_memory = addGauge(row, tr("Memory"), false);
  m_waiting.line->setFull(1.0);
  column->addLayout(row);
  column->addWidget(makeLine(Qt::Horizontal));
  return strip;
}

void TrainCharts::clearGauges() {
  for (const Gauge& gauge : {m_rate, m_ready, m_waiting, m_memory}) {
    gauge.line->clear();
    gauge.value->setText(QStringLiteral("–"));
  }
}

void TrainCharts::reset() {
  clearGauges();
  m_loss->setSeries({});
  m_accuracy->setSeries({});
  drawLegend({});
}

void TrainCharts::update(const std::vector<ChartedRun>& runs) {
  if (runs.empty() || runs.front().summary.steps.empty()) {
    clearGauges();
  } else {
    drawGauges(runs.front().summary);
  }
  drawLegend(runs);
  drawCurves(runs);
}

void TrainCharts::setEstimatedMemory(std::optional<std::uint64_t> bytes) {
  m_estimated = bytes;
  m_memory.line->setLimit(bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt);
  m_memory.line->setToolTip(bytes ? tr("Dashed: at most %1 were forecast.").arg(formatBytes(*bytes)) : QString());
}

void TrainCharts::drawCurves(const std::vector<ChartedRun>& runs) {
  std::vector<MetricSeries> loss;
  std::vector<MetricSeries> accuracy;
  double epochs = 1;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const metrics::RunSummary& summary = runs[run].summary;
    const QString& name = runs[run].name;
    epochs = std::max(epochs, static_cast<double>(summary.epochsPlanned));
    auto validation = curve(summary, [](const metrics::EpochDone& epoch) { return epoch.validation.loss; });
    const bool validated = !validation.empty() || summary.epochs.empty();
    loss.push_back({name, runColour(run), true, trainLoss(summary)});
    // Without a validation split the train curve is the only one, and is drawn as such.
    if (!validated) validation = curve(summary, [](const metrics::EpochDone& epoch) { return epoch.train.loss; });
    loss.push_back({name, runColour(run), false, std::move(validation)});
    const auto score = [this](const metrics::Figures& figures) { return m_values ? figures.r2 : figures.accuracy; };
    const auto trained = curve(summary, [&](const metrics::EpochDone& epoch) { return score(epoch.train); });
    accuracy.push_back({name, runColour(run), true, trained});
    accuracy.push_back({name, runColour(run), false,
                        validated
                            ? curve(summary, [&](const metrics::EpochDone& epoch) { return score(epoch.validation); })
                            : trained});
  }
  for (MetricChart* chart : {m_loss, m_accuracy}) chart->setSpan(epochs, tr("Epoch"));
  m_loss->setSeries(std::move(loss));
  m_accuracy->setSeries(std::move(accuracy));
}

void TrainCharts::drawGauges(const metrics::RunSummary& run) {
  using Step = metrics::StepDone;
  const Step& step = run.lastStep;
  m_rate.line->setValues(course(run, [](const Step& one) { return one.samplesPerSecond; }));
  m_rate.value->setText(
      tr("%1 samples/s").arg(formatCount(static_cast<std::uint64_t>(std::max(0.0, step.samplesPerSecond)))));
  m_ready.line->setFull(static_cast<double>(std::max<std::uint64_t>(1, step.queueCapacity)));
  m_ready.line->setValues(course(run, [](const Step& one) { return static_cast<double>(one.batchesReady); }));
  m_ready.value->setText(tr("%1 of %2").arg(step.batchesReady).arg(step.queueCapacity));
  m_waiting.line->setValues(course(run, [](const Step& one) { return one.starvedFraction; }));
  m_waiting.value->setText(formatPercent(step.starvedFraction, 1));
  m_memory.line->setValues(course(run, [](const Step& one) { return static_cast<double>(one.memoryBytes); }));
  m_memory.value->setText(m_estimated ? tr("%1 of %2").arg(formatBytes(step.memoryBytes), formatBytes(*m_estimated))
                                      : formatBytes(step.memoryBytes));
  // The curves themselves have no axes.
  for (const Gauge* gauge : {&m_rate, &m_ready, &m_waiting, &m_memory})
    gauge->line->setAccessibleDescription(gauge->value->text());
}

void TrainCharts::drawLegend(const std::vector<ChartedRun>& runs) {
  QStringList names;
  for (const ChartedRun& run : runs) names << run.name;
  if (names == m_named && m_legend->count() > 0) return;
  m_named = names;
  while (QLayoutItem* item = m_legend->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (int run = 0; run < names.size(); ++run) m_legend->addWidget(new LegendMark(names[run], run));
  if (names.isEmpty()) return;
  m_legend->addWidget(new LegendMark(tr("validation"), LegendMark::kThick));
  m_legend->addWidget(new LegendMark(tr("train"), LegendMark::kThin));
}

}  // namespace masu::ui
