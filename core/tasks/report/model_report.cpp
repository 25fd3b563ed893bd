// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/model_report.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>

#include "core/base/figure_text.h"
#include "core/metrics/figures/figures.h"
#include "core/table/number_text.h"
#include "core/tasks/report/confusion_tables.h"
#include "core/tasks/report/html_page.h"
#include "core/tasks/report/svg_chart.h"

namespace masu::tasks {

namespace {

using metrics::EpochDone;
using metrics::Figures;

/// A figure as people call it. Those in the unit of the values have it beside them.
struct Named {
  const char* text;
  double Figures::*value;
  bool hasUnit = false;
};
constexpr Named kQuality[] = {
    {MASU_TEXT("core", "Loss"), &Figures::loss},
    {MASU_TEXT("core", "Accuracy"), &Figures::accuracy},
    {MASU_TEXT("core", "Balanced accuracy"), &Figures::balancedAccuracy},
    {MASU_TEXT("core", "Macro F1"), &Figures::macroF1},
    {MASU_TEXT("core", "ROC AUC"), &Figures::rocAuc},
    {MASU_TEXT("core", "Average precision"), &Figures::averagePrecision},
    {MASU_TEXT("core", "MAE"), &Figures::mae, true},
    {MASU_TEXT("core", "RMSE"), &Figures::rmse, true},
    {MASU_TEXT("core", "R²"), &Figures::r2},
};
constexpr Named kCalibration[] = {
    {MASU_TEXT("core", "Log loss"), &Figures::logLoss},
    {MASU_TEXT("core", "Expected calibration error (ECE)"), &Figures::ece},
};

/// How many charts a model has: each needs an id of its own.
constexpr std::size_t kMostCharts = 5;

/// One model on its way to a page.
class ModelPage {
 public:
  ModelPage(const ReportedRun& run, std::size_t number, const ReportWords& words)
      : m_run(run),
        m_model(run.models[number]),
        m_words(words),
        m_unit(run.unit()),
        m_chart(static_cast<int>(kMostCharts * number)),
        m_best(m_model.bestEpoch()) {
    if (m_best == nullptr && !m_model.epochs.empty()) m_best = &m_model.epochs.back();
  }

  Markup content() const;

 private:
  Markup facts() const;
  Markup chart(const Named& figure, int id) const;
  std::string extremeText(const Named& figure) const;
  Markup curves() const;
  Markup figures(const Markup& caption, std::span<const Named> names) const;
  Markup temperature() const;
  Markup reliability() const;
  Markup residuals() const;
  Markup thresholdCurves() const;
  Markup chosenThreshold() const;
  Markup thresholds() const;
  Markup recognition() const;
  bool hasTest() const;
  std::string splitName() const;
  std::string nameOf(const Named& figure) const;

  const ReportedRun& m_run;
  const metrics::RunSummary& m_model;
  const ReportWords& m_words;
  std::string m_unit;
  int m_chart;
  const EpochDone* m_best;  ///< the last one without validation; null before the first
};

/// A model whose figures diverged has been tested all the same.
bool ModelPage::hasTest() const {
  return m_model.tested && (m_run.data ? m_run.data->test > 0 : !std::isnan(m_model.test.loss));
}

/// Of what the figures of classes are.
std::string ModelPage::splitName() const {
  return hasTest() ? m_words(MASU_TEXT("core", "test")) : m_words(MASU_TEXT("core", "validation"));
}

std::string ModelPage::nameOf(const Named& figure) const {
  const std::string name = m_words(figure.text);
  return figure.hasUnit && !m_unit.empty() ? name + " [" + m_unit + "]" : name;
}

Markup ModelPage::facts() const {
  FactTable table(m_words(MASU_TEXT("core", "The model")));
  table.add(m_words(MASU_TEXT("core", "Parameters")), countText(m_model.parameters));
  if (std::isfinite(m_model.learningRate))
    table.add(m_words(MASU_TEXT("core", "Learning rate, at most")), figureText(m_model.learningRate));
  table.add(m_words(MASU_TEXT("core", "Epochs")),
            m_words(MASU_TEXT("core", "{0} of {1}"),
                    {countText(m_model.epochs.size()), countText(static_cast<std::uint64_t>(m_model.epochsPlanned))}));
  if (const EpochDone* best = m_model.bestEpoch()) {
    table.add(m_words(MASU_TEXT("core", "Best epoch")),
              m_words(MASU_TEXT("core", "{0}, with a validation loss of {1}"),
                      {std::to_string(best->epoch), valueText(best->validation.loss)}));
  }
  if (m_model.tested) table.add(m_words(MASU_TEXT("core", "Time of training")), durationText(m_model.seconds));
  if (!m_model.tested)
    table.add(m_words(MASU_TEXT("core", "State")), m_words(MASU_TEXT("core", "not trained to its end")));
  const std::filesystem::path checkpoint = m_model.checkpoint;
  if (!checkpoint.empty()) table.add(m_words(MASU_TEXT("core", "Checkpoint")), code(checkpoint.filename().string()));
  return table.markup();
}

/// Where a curve ends and where its best point is, for those who do not see it.
std::string ModelPage::extremeText(const Named& figure) const {
  const EpochDone& last = m_model.epochs.back();
  return m_words(MASU_TEXT("core", "After epoch {0}: train {1}, validation {2}."),
                 {std::to_string(last.epoch), valueText(last.train.*figure.value),
                  valueText(last.validation.*figure.value)});
}

Markup ModelPage::chart(const Named& figure, int id) const {
  ChartSeries train{m_words(MASU_TEXT("core", "train")), {}};
  ChartSeries validation{m_words(MASU_TEXT("core", "validation")), {}};
  for (const EpochDone& epoch : m_model.epochs) {
    train.points.push_back({static_cast<double>(epoch.epoch), epoch.train.*figure.value});
    validation.points.push_back({static_cast<double>(epoch.epoch), epoch.validation.*figure.value});
  }
  const bool isValidated =
      std::ranges::any_of(validation.points, [](const ChartPoint& point) { return std::isfinite(point.y); });
  LineChart chart{m_words(MASU_TEXT("core", "{0} by epoch"), {nameOf(figure)}),
                  extremeText(figure),
                  m_words(MASU_TEXT("core", "Epoch")),
                  nameOf(figure),
                  {std::move(train)}};
  if (isValidated) chart.series.push_back(std::move(validation));
  return lineChart(chart, id);
}

Markup ModelPage::curves() const {
  if (m_model.epochs.empty()) return paragraph(m_words(MASU_TEXT("core", "No epoch is complete yet.")));
  const bool isClasses = std::ranges::any_of(
      m_model.epochs, [](const EpochDone& epoch) { return std::isfinite(epoch.train.accuracy); });
  Markup loss = chart(kQuality[0], m_chart);
  if (loss.isEmpty()) loss = paragraph(m_words(MASU_TEXT("core", "No loss of an epoch is a finite number.")));
  double Figures::*const wanted = isClasses ? &Figures::accuracy : &Figures::rmse;
  const auto* const metric = std::ranges::find(kQuality, wanted, &Named::value);
  return section(3, m_words(MASU_TEXT("core", "Curves")), loss + chart(*metric, m_chart + 1));
}

Markup ModelPage::figures(const Markup& caption, std::span<const Named> names) const {
  struct Part {
    std::string title;
    const Figures* figures;
  };
  std::vector<Part> parts;
  if (m_best != nullptr) {
    const std::string epoch = std::to_string(m_best->epoch);
    parts.push_back({m_words(MASU_TEXT("core", "Train, epoch {0}"), {epoch}), &m_best->train});
    parts.push_back({m_words(MASU_TEXT("core", "Validation, epoch {0}"), {epoch}), &m_best->validation});
  }
  if (hasTest()) {
    parts.push_back({m_words(MASU_TEXT("core", "Test")), &m_model.test});
    parts.push_back({m_words(MASU_TEXT("core", "Baseline, test")), &m_model.baseline});
    const auto addMethod = [&](const std::string& title, const Figures& figures) {
      const auto isThere = [&](const Named& name) { return !std::isnan(figures.*name.value); };
      if (std::ranges::any_of(names, isThere)) parts.push_back({title, &figures});
    };
    addMethod(m_words(MASU_TEXT("core", "Ridge regression, test")), m_model.ridge);
    addMethod(m_words(MASU_TEXT("core", "Nearest sample, test")), m_model.nearest);
  }
  std::vector<HtmlTable::Column> heads = {{m_words(MASU_TEXT("core", "Figure"))}};
  for (const Part& part : parts) heads.push_back({part.title, true});
  HtmlTable table(caption, std::move(heads));
  for (const Named& name : names) {
    const auto isAbsent = [&](const Part& part) { return std::isnan(part.figures->*name.value); };
    if (std::ranges::all_of(parts, isAbsent)) continue;
    std::vector<Markup> row = {nameOf(name)};
    for (const Part& part : parts) row.emplace_back(valueText(part.figures->*name.value));
    table.add(row);
  }
  return table.isEmpty() ? Markup() : table.markup();
}

Markup ModelPage::recognition() const {
  const std::vector<std::string> names = m_run.data ? m_run.data->classes : std::vector<std::string>();
  const Confusion confusion = Confusion::of(m_model.confusion, names, splitName());
  if (confusion.size() == 0) return {};
  return section(3, m_words(MASU_TEXT("core", "Classes")),
                 classTable(confusion, m_words) + confusionTable(confusion, m_words));
}

Markup ModelPage::temperature() const {
  if (!m_model.temperature) return {};
  const metrics::Temperature& found = *m_model.temperature;
  if (found.samples == 0) {
    return paragraph(
        m_words(MASU_TEXT("core", "No temperature was fitted: no output of the model is a finite number.")));
  }
  const std::string samples = countText(found.samples);
  if (!found.isFound()) {
    return paragraph(m_words(MASU_TEXT("core",
                                       "No temperature was fitted: no class is rated above the true one in any of the "
                                       "validation samples that were used ({0}), so that none is better than a lower "
                                       "one."),
                             {samples}));
  }
  const Markup fitted = paragraph(
      m_words(MASU_TEXT("core",
                        "The temperature is {0}, fitted to {1} of {2} validation samples: their log loss is {3} with "
                        "it, {4} without."),
              {figureText(found.value), samples, countText(found.outOf), figureText(found.after),
               figureText(found.before)}));
  return hasTest() ? fitted + paragraph(m_words(MASU_TEXT(
                                  "core", "The figures of the test split below are computed with it, others without.")))
                   : fitted;
}

/// Where the lines are apart, probabilities are not what they say.
Markup ModelPage::reliability() const {
  ChartSeries found{m_words(MASU_TEXT("core", "this model")), {}};
  for (const metrics::ReliabilityBin& bin : m_model.reliability)
    if (bin.samples > 0 && std::isfinite(bin.probability)) found.points.push_back({bin.probability, bin.accuracy});
  if (found.points.empty()) return {};
  const LineChart chart{
      m_words(MASU_TEXT("core", "Reliability, {0}"), {splitName()}),
      m_words(
          MASU_TEXT("core",
                    "Accuracy by the mean probability of the predicted class, in 15 ranges of it; where the two are "
                    "equal, probabilities are calibrated.")),
      m_words(MASU_TEXT("core", "Probability of the predicted class")),
      m_words(MASU_TEXT("core", "Accuracy")),
      {std::move(found), {m_words(MASU_TEXT("core", "calibrated")), {{0, 0}, {1, 1}}}},
      false};
  return lineChart(chart, m_chart + 2);
}

/// Of a good model they are around 0, as far above as below, whatever is predicted.
Markup ModelPage::residuals() const {
  if (m_model.points.empty()) return {};
  ChartSeries errors{m_words(MASU_TEXT("core", "a sample")), {}, true};
  for (const metrics::ValuePoint& point : m_model.points)
    errors.points.push_back({point.prediction, point.prediction - point.truth});
  const ChartSeries none{m_words(MASU_TEXT("core", "no error")),
                         {{errors.points.front().x, 0}, {errors.points.back().x, 0}}};
  const LineChart chart{
      m_words(MASU_TEXT("core", "Errors by prediction, {0}"), {splitName()}),
      m_words(
          MASU_TEXT("core",
                    "The prediction of the first value minus the truth, for {0} samples that were drawn by chance."),
          {countText(m_model.points.size())}),
      m_words(MASU_TEXT("core", "Prediction")),
      m_words(MASU_TEXT("core", "Prediction − truth")),
      {std::move(errors), none},
      false};
  return section(3, m_words(MASU_TEXT("core", "Errors")), lineChart(chart, m_chart + 2));
}

/// The ROC and the precision-recall curve of two classes, of which the second is the positive one.
Markup ModelPage::thresholdCurves() const {
  if (m_model.thresholds.empty()) return {};
  const metrics::ThresholdPoint& all = m_model.thresholds.back();
  const std::string model = m_words(MASU_TEXT("core", "this model"));
  ChartSeries roc{model, {{0, 0}}};
  ChartSeries precision{model, {}};
  for (const metrics::ThresholdPoint& point : m_model.thresholds) {
    const metrics::ThresholdRates rates = metrics::ratesOf(point, all);
    roc.points.push_back({rates.falsePositiveRate, rates.recall});
    precision.points.push_back({rates.recall, rates.precision});
  }
  const std::string chance = m_words(MASU_TEXT("core", "chance"));
  const std::string recall = m_words(MASU_TEXT("core", "Recall"));
  const double share = metrics::ratesOf(all, all).precision;
  const LineChart ofRoc{
      m_words(MASU_TEXT("core", "ROC curve, {0}"), {splitName()}),
      m_words(MASU_TEXT("core",
                        "Recall of the second class by the share of samples of the first that are taken for it, for "
                        "every threshold of its probability.")),
      m_words(MASU_TEXT("core", "False positive rate")),
      recall,
      {std::move(roc), {chance, {{0, 0}, {1, 1}}}},
      false};
  const LineChart ofPrecision{
      m_words(MASU_TEXT("core", "Precision-recall curve, {0}"), {splitName()}),
      m_words(MASU_TEXT("core",
                        "Precision of the second class by its recall, for every threshold of its probability; chance "
                        "gives its share of the samples.")),
      recall,
      m_words(MASU_TEXT("core", "Precision")),
      {std::move(precision), {chance, {{0, share}, {1, share}}}},
      false};
  return lineChart(ofRoc, m_chart + 3) + lineChart(ofPrecision, m_chart + 4);
}

/// What predicting by the run's threshold gives, beside the more probable class.
Markup ModelPage::chosenThreshold() const {
  if (!m_model.threshold || m_model.confusion.size() != m_model.threshold->confusion.size()) return {};
  const metrics::ChosenThreshold& chosen = *m_model.threshold;
  const std::string probability = table::numberText(chosen.probability, table::DType::f64);
  Markup text = paragraph(
      m_words(MASU_TEXT("core",
                        "The decision threshold is {0}: predicting the second class from this probability on gives it "
                        "the largest F1 on the validation samples ({1}), {2}. masu predict --threshold run does so."),
              {probability, countText(chosen.samples), figureText(chosen.f1)}));
  if (!hasTest())
    text += paragraph(m_words(
        MASU_TEXT("core", "The figures are of the very samples that it was chosen on, which flatters the threshold.")));
  HtmlTable table(m_words(MASU_TEXT("core", "With and without the threshold, {0}"), {splitName()}),
                  {{m_words(MASU_TEXT("core", "Figure"))},
                   {m_words(MASU_TEXT("core", "The more probable class")), true},
                   {m_words(MASU_TEXT("core", "Threshold {0}"), {probability}), true}});
  const metrics::ClassFigures before = metrics::perClass(m_model.confusion)[1];
  const metrics::ClassFigures after = metrics::perClass(chosen.confusion)[1];
  const auto add = [&](const char* name, double without, double with) {
    table.add({m_words(name), valueText(without), valueText(with)});
  };
  add(MASU_TEXT("core", "F1 of the second class"), before.f1, after.f1);
  add(MASU_TEXT("core", "Precision of the second class"), before.precision, after.precision);
  add(MASU_TEXT("core", "Recall of the second class"), before.recall, after.recall);
  add(MASU_TEXT("core", "Balanced accuracy"), metrics::balancedAccuracy(m_model.confusion),
      metrics::balancedAccuracy(chosen.confusion));
  add(MASU_TEXT("core", "Macro F1"), metrics::macroF1(m_model.confusion), metrics::macroF1(chosen.confusion));
  return text + table.markup();
}

Markup ModelPage::thresholds() const {
  const Markup content = chosenThreshold() + thresholdCurves();
  return content.isEmpty() ? Markup() : section(3, m_words(MASU_TEXT("core", "Thresholds")), content);
}

Markup ModelPage::content() const {
  const Markup baseline =
      hasTest() ? paragraph(m_words(MASU_TEXT(
                      "core",
                      "The baseline predicts without the features: always the largest class, or the mean. Ridge "
                      "regression is a linear model of the same features. The nearest sample of train is the one with "
                      "the smallest distance in features; its label is the prediction.")))
                : Markup();
  const Markup quality = figures(
      m_words(MASU_TEXT("core", "Figures of the best epoch, and of the test split where there is one")), kQuality);
  const Markup calibration = figures(
      m_words(MASU_TEXT("core", "How far predicted probabilities can be trusted; less is better")), kCalibration);
  return facts() + curves() +
         (quality.isEmpty() ? Markup() : section(3, m_words(MASU_TEXT("core", "Figures")), quality + baseline)) +
         (calibration.isEmpty()
              ? Markup()
              : section(3, m_words(MASU_TEXT("core", "Calibration")), temperature() + calibration + reliability())) +
         residuals() + thresholds() + recognition();
}

}  // namespace

std::string modelTitle(const metrics::RunSummary& model, const ReportedRun& run, const ReportWords& words) {
  const std::string name = std::filesystem::path(model.model).filename().string();
  const auto isTwin = [&](const metrics::RunSummary& other) { return other.isTwinOf(model); };
  const std::string title = std::ranges::none_of(run.models, isTwin)
                                ? name
                                : words(MASU_TEXT("core", "{0} at {1}"), {name, figureText(model.learningRate, 3)});
  return model.repeat > 0 ? words(MASU_TEXT("core", "{0}, repeat {1}"), {title, std::to_string(model.repeat)}) : title;
}

std::string valueText(double value) {
  if (!std::isinf(value)) return figureText(value);
  return value < 0 ? "-inf" : "inf";
}

Markup modelReport(const ReportedRun& run, std::size_t number, const ReportWords& words) {
  return section(2, modelTitle(run.models[number], run, words), ModelPage(run, number, words).content());
}

}  // namespace masu::tasks
