// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/labels.h"

#include <QLocale>
#include <QStringList>
#include <cmath>

#include "ui/pages/train/form.h"
#include "ui/text/command_line.h"
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

QString trainCommand(const metrics::RunSpec& spec, const std::filesystem::path& out) {
  const metrics::RunSpec usual;
  CommandLine line(QStringLiteral("train"));
  line.argument(spec.dataset).option("--manifest", spec.manifest);
  for (const std::string& model : spec.models) line.option("--model", model);
  line.count("--epochs", static_cast<std::uint64_t>(spec.epochs)).count("--batch", spec.batch);
  if (spec.slices != usual.slices) line.count("--slices", spec.slices);
  for (const double rate : spec.learningRates) line.number("--lr", rate);
  line.option("--optimizer", spec.optimizer).option("--schedule", spec.schedule);
  if (!spec.loss.empty()) line.option("--loss", spec.loss);
  if (spec.classWeights != usual.classWeights) line.option("--class-weights", spec.classWeights);
  if (!spec.augment.empty()) line.option("--augment", spec.augment);
  line.flag("--balance", spec.balance);
  if (spec.weightDecay > 0) line.number("--weight-decay", spec.weightDecay);
  if (spec.clip > 0) line.number("--clip", spec.clip);
  if (spec.patience > 0) line.count("--patience", static_cast<std::uint64_t>(spec.patience));
  if (spec.seed != usual.seed) line.count("--seed", spec.seed);
  if (spec.threads > 0) line.count("--threads", spec.threads);
  if (spec.memoryBytes > 0) line.count("--memory", spec.memoryBytes);
  return line.option("--out", out.string()).text();
}

}  // namespace masu::ui
