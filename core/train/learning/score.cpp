// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/score.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/bounded_heap.h"
#include "core/train/learning/packing.h"

namespace masu::train {

namespace {

/// Ties go by the sample, so that the same predictions are kept in whatever order they came.
bool isWorse(const metrics::WorstPrediction& a, const metrics::WorstPrediction& b) {
  return a.loss != b.loss ? a.loss > b.loss : a.sample < b.sample;
}

}  // namespace

Score::Score(std::size_t classes, std::size_t values) {
  m_sums.classes = classes;
  m_sums.confusion.resize(classes * classes);
  m_sums.values.resize(values);
}

Score::Score(Sums sums) : m_sums(std::move(sums)) {
  m_ranking.setCounts(std::exchange(m_sums.ranks, {}));
}

void Score::addLoss(double loss, double weight, std::uint64_t samples) {
  if (m_isNoting) return keep({Note::Of::loss, samples, loss, weight});
  m_sums.loss += loss * weight;
  m_sums.weight += weight;
  m_sums.samples += samples;
  m_lastLoss = loss;
}

void Score::addPrediction(std::int64_t truth, std::int64_t predicted) {
  if (m_isNoting)
    return keep({Note::Of::prediction, static_cast<std::uint64_t>(predicted), static_cast<double>(truth)});
  ++m_sums.confusion[static_cast<std::size_t>(truth) * m_sums.classes + static_cast<std::size_t>(predicted)];
  m_sums.correct += truth == predicted ? 1 : 0;
}

void Score::addMargin(double margin, bool second) {
  if (m_isNoting) return keep({Note::Of::margin, second ? 1U : 0U, margin});
  m_ranking.add(margin, second);
}

void Score::addProbabilities(double ofTruth, double top, bool right) {
  if (m_isNoting) return keep({Note::Of::probabilities, right ? 1U : 0U, ofTruth, top});
  m_calibration.add(ofTruth, top, right);
}

void Score::addValue(std::size_t output, double truth, double prediction) {
  if (m_isNoting) return keep({Note::Of::value, output, truth, prediction});
  Values& to = m_sums.values[output];
  const double error = prediction - truth;
  to.absolute += std::abs(error);
  to.squared += error * error;
  ++to.count;
  const double off = truth - to.mean;
  to.mean += off / to.count;
  to.squares += off * (truth - to.mean);
}

void Score::addWorst(const metrics::WorstPrediction& prediction) {
  if (m_worstKept == 0) return;
  if (m_isNoting)
    return keep({Note::Of::worst, prediction.sample, prediction.loss, prediction.truth, prediction.prediction});
  if (m_sums.classes == 0) m_points.add(prediction.sample, prediction.truth, prediction.prediction);
  keepFirst(m_worst, m_worstKept, prediction, isWorse);
}

void Score::keep(const Note& one) {
  appendNumber(m_notes, one);
}

bool Score::addNotes(std::string_view notes) {
  while (const auto one = takeNumber<Note>(notes)) {
    if (!add(*one)) return false;
  }
  return notes.empty();
}

bool Score::add(const Note& one) {
  const bool isClass =
      one.number < m_sums.classes && one.first >= 0 && one.first < static_cast<double>(m_sums.classes);
  switch (one.of) {
    case Note::Of::loss:
      addLoss(one.first, one.second, one.number);
      return true;
    case Note::Of::prediction:
      if (isClass) addPrediction(static_cast<std::int64_t>(one.first), static_cast<std::int64_t>(one.number));
      return isClass;
    case Note::Of::margin:
      addMargin(one.first, one.number == 1);
      return true;
    case Note::Of::probabilities:
      addProbabilities(one.first, one.second, one.number == 1);
      return true;
    case Note::Of::value:
      if (one.number >= m_sums.values.size()) return false;
      addValue(one.number, one.first, one.second);
      return true;
    case Note::Of::worst:
      addWorst({one.number, one.first, one.second, one.third});
      return true;
  }
  return false;
}

double Score::loss() const {
  return m_sums.weight > 0 ? m_sums.loss / m_sums.weight : metrics::kAbsent;
}

double Score::accuracy() const {
  if (m_sums.classes == 0 || m_sums.samples == 0) return metrics::kAbsent;
  return static_cast<double>(m_sums.correct) / static_cast<double>(m_sums.samples);
}

metrics::Figures Score::figures() const {
  metrics::Figures figures;
  figures.loss = loss();
  figures.accuracy = accuracy();
  if (m_sums.classes > 0) {
    figures.macroF1 = metrics::macroF1(m_sums.confusion);
    figures.balancedAccuracy = metrics::balancedAccuracy(m_sums.confusion);
  }
  figures.logLoss = m_calibration.logLoss();
  figures.ece = m_calibration.error();
  figures.rocAuc = m_ranking.rocArea();
  figures.averagePrecision = m_ranking.averagePrecision();
  if (m_sums.values.empty() || m_sums.samples == 0) return figures;
  const auto outputs = static_cast<double>(m_sums.values.size());
  double absolute = 0;
  double squared = 0;
  double r2 = 0;
  for (const Values& one : m_sums.values) {
    absolute += one.absolute / one.count;
    squared += std::sqrt(one.squared / one.count);
    r2 += one.squares > 0 ? 1 - one.squared / one.squares : metrics::kAbsent;
  }
  figures.mae = absolute / outputs;
  figures.rmse = squared / outputs;
  figures.r2 = r2 / outputs;
  return figures;
}

std::vector<metrics::ThresholdPoint> Score::thresholds(double temperature) const {
  return m_ranking.thresholds(temperature, metrics::kMostThresholds);
}

std::vector<metrics::WorstPrediction> Score::worst() const {
  std::vector<metrics::WorstPrediction> sorted = m_worst;
  std::sort(sorted.begin(), sorted.end(), isWorse);
  return sorted;
}

Score::Sums Score::sums() const {
  Sums sums = m_sums;
  sums.ranks = m_ranking.counts();
  return sums;
}

Bytes Score::bytes() const {
  return {m_sums.confusion.size() * sizeof(std::uint64_t) + m_sums.values.size() * sizeof(Values) +
          (m_sums.classes == 2 ? metrics::Ranking::mostBytes() : 0)};
}

}  // namespace masu::train
