// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/forecast.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/charts/figure/quality_curve.h"
#include "ui/text/format.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

QString nameOf(loader::Bottleneck bottleneck) {
  switch (bottleneck) {
    case loader::Bottleneck::disk:
      return TrainForecast::tr("the disk");
    case loader::Bottleneck::decode:
      return TrainForecast::tr("decoding");
    case loader::Bottleneck::transform:
      return TrainForecast::tr("making batches");
    case loader::Bottleneck::trainer:
      break;
  }
  return TrainForecast::tr("the trainer");
}

QString about(double seconds) {
  const QString duration = formatDuration(seconds);
  return duration.startsWith(QLatin1Char('<')) ? duration : TrainForecast::tr("≈ %1").arg(duration);
}

QualityCurve::Point pointOf(const loader::ShuffleChoice& choice) {
  return {static_cast<double>(choice.memoryBytes), choice.effect};
}

}  // namespace

TrainForecast::TrainForecast(QWidget* parent)
    : Section(tr("Data forecast"), {}, parent),
      m_values(new KeyValues),
      m_curve(new QualityCurve),
      m_sentence(makeLabel({}, "hint")) {
  m_sentence->setWordWrap(true);
  m_curve->setToolTip(
      tr("How much the mean of a batch varies, against the memory that shuffling takes. Dashed: as good as random. "
         "Dot: this run. Ring: the smallest memory that is as good as random."));
  content()->addWidget(m_values);
  content()->addWidget(m_curve);
  content()->addWidget(m_sentence);
  hide();
}

void TrainForecast::clear() {
  hide();
}

void TrainForecast::showMemory(std::optional<std::uint64_t> bytes) {
  m_values->set(tr("Memory"), bytes ? tr("at most %1").arg(formatBytes(*bytes)) : QString());
}

QString TrainForecast::sentence() const {
  return m_sentence->text();
}

void TrainForecast::showForecast(const tasks::ForecastOutcome& forecast) {
  m_values->set(tr("An epoch"), about(forecast.forecast.epochSeconds));
  m_values->set(tr("The first"), about(forecast.forecast.firstEpochSeconds));
  m_values->set(tr("Bottleneck"), nameOf(forecast.forecast.bottleneck));
  m_values->setToolTip(tr("How long reading takes if the trainer never makes it wait."));
  m_curve->setVisible(forecast.shuffle.has_value());
  m_sentence->setVisible(forecast.shuffle.has_value());
  if (forecast.shuffle) showQuality(*forecast.shuffle);
  show();
}

void TrainForecast::showQuality(const loader::ShuffleForecast& shuffle) {
  std::vector<QualityCurve::Point> points;
  for (const loader::ShuffleChoice& choice : shuffle.choices) points.push_back(pointOf(choice));
  m_curve->setPoints(std::move(points), pointOf(shuffle.chosen), pointOf(shuffle.enough),
                     loader::ShuffleForecast::kGoodEffect);
  if (shuffle.chosen.effect <= loader::ShuffleForecast::kGoodEffect) {
    m_sentence->setText(tr("As good as a random shuffle."));
  } else {
    m_sentence->setText(tr("Batches vary %1 times as much as random ones. Samples that are imported shuffled are as "
                           "good as random.")
                            .arg(formatNumber(shuffle.chosen.effect, 3)));
  }
  m_curve->setAccessibleName(m_sentence->text());
}

}  // namespace masu::ui
