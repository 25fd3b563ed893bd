// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/labels.h"

#include <QLocale>
#include <QStringList>
#include <cmath>

#include "ui/pages/train/form.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

std::optional<std::vector<double>> ratesIn(const QString& text) {
  std::vector<double> rates;
  for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    bool good = false;
    const double rate = QLocale::c().toDouble(part.trimmed(), &good);
    if (!good || !(rate > 0) || !std::isfinite(rate)) return std::nullopt;
    rates.push_back(rate);
  }
  return rates;
}

QString ratesText(const std::vector<double>& rates) {
  QStringList texts;
  for (const double rate : rates) {
    if (rate > 0) texts << QLocale::c().toString(rate, 'g', 6);
  }
  return texts.join(QStringLiteral(", "));
}

QString optimizerTitle(const std::string& name) {
  if (name == "sgd") return QStringLiteral("SGD");
  if (name == "adam") return QStringLiteral("Adam");
  return name == "adamw" ? QStringLiteral("AdamW") : toQt(name);
}

QString scheduleTitle(const std::string& name) {
  if (name == "constant") return TrainForm::tr("constant");
  if (name == "step") return TrainForm::tr("in steps");
  if (name == "cosine") return TrainForm::tr("cosine");
  return name == "onecycle" ? TrainForm::tr("one cycle") : toQt(name);
}

QString lossTitle(const std::string& name) {
  if (name == "mae") return TrainForm::tr("absolute");
  if (name == "huber") return QStringLiteral("Huber");
  return name == "mse" || name.empty() ? TrainForm::tr("squared") : toQt(name);
}

QString weightsTitle(const std::string& name) {
  if (name == "balanced") return TrainForm::tr("balanced");
  return name == "none" ? TrainForm::tr("none") : toQt(name);
}

}  // namespace masu::ui
