// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/repeats.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace masu::metrics {

namespace {

/// NaN of a single value, and where one of them is NaN or infinite.
std::pair<double, double> meanAndDeviation(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double deviation = std::sqrt(squares / (count - 1));
  return std::isfinite(deviation) ? std::pair(mean, deviation) : std::pair(kAbsent, kAbsent);
}

Spread spreadOf(const std::vector<Figures>& all) {
  Spread spread;
  for (const NamedFigure& figure : kFigures) {
    std::vector<double> values;
    for (const Figures& one : all) values.push_back(one.*figure.value);
    std::tie(spread.mean.*figure.value, spread.deviation.*figure.value) = meanAndDeviation(values);
  }
  return spread;
}

/// Requires: at least one.
RepeatedModel summaryOf(const std::vector<const RunSummary*>& repeats) {
  std::vector<Figures> validation;
  std::vector<Figures> test;
  for (const RunSummary* run : repeats) {
    if (!run->tested) continue;
    const EpochDone* best = run->bestEpoch();
    validation.push_back(best != nullptr ? best->validation : Figures());
    test.push_back(run->test);
  }
  return {.model = repeats.front()->model,
          .learningRate = repeats.front()->learningRate,
          .repeats = test.size(),
          .planned = repeats.size(),
          .validation = spreadOf(validation),
          .test = spreadOf(test)};
}

void distinguish(std::vector<RepeatedModel>& models) {
  for (RepeatedModel& one : models)
    one.isOneOfSeveral = std::ranges::count(models, one.model, &RepeatedModel::model) > 1;
}

}  // namespace

std::vector<RepeatedModel> repeatedModels(const std::vector<RunSummary>& runs) {
  std::vector<RepeatedModel> models;
  for (std::size_t begin = 0; begin < runs.size();) {
    std::vector<const RunSummary*> repeats = {&runs[begin]};
    std::size_t end = begin + 1;
    for (; end < runs.size() && runs[end].repeat > 1; ++end) repeats.push_back(&runs[end]);
    if (runs[begin].repeat > 0) models.push_back(summaryOf(repeats));
    begin = end;
  }
  distinguish(models);
  return models;
}

std::vector<RepeatedModel> modelsOverFolds(const std::vector<std::vector<RunSummary>>& folds) {
  std::vector<RepeatedModel> models;
  for (std::size_t place = 0;; ++place) {
    std::vector<const RunSummary*> repeats;
    for (const std::vector<RunSummary>& fold : folds)
      if (place < fold.size()) repeats.push_back(&fold[place]);
    if (repeats.empty()) break;
    models.push_back(summaryOf(repeats));
  }
  distinguish(models);
  return models;
}

}  // namespace masu::metrics
