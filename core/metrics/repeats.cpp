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

/// The repeats from `begin` to `end`.
RepeatedModel summaryOf(const RunSummary* begin, const RunSummary* end) {
  std::vector<Figures> validation;
  std::vector<Figures> test;
  for (const RunSummary* run = begin; run != end; ++run) {
    if (!run->tested) continue;
    const EpochDone* best = run->bestEpoch();
    validation.push_back(best != nullptr ? best->validation : Figures());
    test.push_back(run->test);
  }
  return {.model = begin->model,
          .learningRate = begin->learningRate,
          .repeats = test.size(),
          .planned = static_cast<std::uint64_t>(end - begin),
          .validation = spreadOf(validation),
          .test = spreadOf(test)};
}

}  // namespace

std::vector<RepeatedModel> repeatedModels(const std::vector<RunSummary>& runs) {
  std::vector<RepeatedModel> models;
  const RunSummary* const last = runs.data() + runs.size();
  for (const RunSummary* begin = runs.data(); begin != last;) {
    const RunSummary* end = begin + 1;
    while (end != last && end->repeat > 1) ++end;
    if (begin->repeat > 0) models.push_back(summaryOf(begin, end));
    begin = end;
  }
  for (RepeatedModel& one : models)
    one.isOneOfSeveral = std::ranges::count(models, one.model, &RepeatedModel::model) > 1;
  return models;
}

}  // namespace masu::metrics
