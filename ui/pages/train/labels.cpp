// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/labels.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/pages/train/form.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

QString titleOf(const metrics::RecipeChoice& choice) {
  if (choice.name == "batch") return TrainForm::tr("Batch");
  if (choice.name == "epochs") return TrainForm::tr("Epochs");
  if (choice.name == "schedule") return TrainForm::tr("Schedule");
  if (choice.name == "patience") return TrainForm::tr("Stop early");
  if (choice.name == "class_weights") return TrainForm::tr("Class weights");
  return choice.name == "weight_decay" ? TrainForm::tr("Weight decay") : toQt(choice.name);
}

QString valueOf(const metrics::RecipeChoice& choice) {
  if (choice.name == "schedule") return scheduleTitle(choice.value);
  if (choice.name == "class_weights") return weightsTitle(choice.value);
  const QString value = toQt(choice.value);
  if (choice.name != "patience") return value;
  return value == QLatin1String("0") ? TrainForm::tr("never") : TrainForm::tr("%n epoch(s)", nullptr, value.toInt());
}

}  // namespace

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

QString recipeText(const std::vector<metrics::RecipeChoice>& recipe) {
  QStringList lines;
  for (const metrics::RecipeChoice& choice : recipe)
    lines << TrainForm::tr("%1 %2: %3").arg(titleOf(choice), valueOf(choice), translated(choice.reason));
  return lines.join(QLatin1Char('\n'));
}

CommandLine trainLine(const metrics::RunSpec& spec, const std::filesystem::path& out,
                      const std::vector<std::string>& stated) {
  const metrics::RunSpec usual;
  const bool isAuto = spec.epochs == metrics::kAutoEpochs;
  // With a recipe what is stated is given whatever its value, and nothing else that it chooses.
  const auto isGiven = [&](const char* name, bool unusual) {
    return isAuto ? std::find(stated.begin(), stated.end(), name) != stated.end() : unusual;
  };
  CommandLine line(QStringLiteral("train"));
  line.argument(spec.dataset).option("--manifest", spec.manifest);
  for (const std::string& model : spec.models) line.option("--model", model);
  if (isAuto) {
    line.option("--epochs", QStringLiteral("auto"));
  } else {
    line.count("--epochs", static_cast<std::uint64_t>(spec.epochs));
  }
  if (isGiven("batch", true)) line.count("--batch", spec.batch);
  if (spec.slices != usual.slices) line.count("--slices", spec.slices);
  for (const double rate : spec.learningRates) line.number("--lr", rate);
  if (spec.repeats != usual.repeats) line.count("--repeats", static_cast<std::uint64_t>(spec.repeats));
  // Of models that are solved, which refuse both, the form's values are not part of the command.
  if (!metrics::areClosedForm(spec)) {
    line.option("--optimizer", spec.optimizer);
    if (isGiven("schedule", true)) line.option("--schedule", spec.schedule);
  }
  if (!spec.loss.empty()) line.option("--loss", spec.loss);
  if (isGiven("class_weights", spec.classWeights != usual.classWeights)) {
    line.option("--class-weights", spec.classWeights);
  }
  if (!spec.augment.empty()) line.option("--augment", spec.augment);
  line.flag("--balance", spec.balance);
  if (isGiven("weight_decay", spec.weightDecay > 0)) line.number("--weight-decay", spec.weightDecay);
  if (spec.clip > 0) line.number("--clip", spec.clip);
  if (isGiven("patience", spec.patience > 0)) line.count("--patience", static_cast<std::uint64_t>(spec.patience));
  line.flag("--calibrate", spec.calibrate);
  if (spec.seed != usual.seed) line.count("--seed", spec.seed);
  if (spec.threads > 0) line.count("--threads", spec.threads);
  if (spec.memoryBytes > 0) line.count("--memory", spec.memoryBytes);
  return line.option("--out", out.string());
}

QString trainCommand(const metrics::RunSpec& spec, const std::filesystem::path& out,
                     const std::vector<std::string>& stated) {
  return trainLine(spec, out, stated).text();
}

}  // namespace masu::ui
