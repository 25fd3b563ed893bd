// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prediction/prediction_csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/csv/structure/field_text.h"
#include "core/ingest/journal/record_log.h"
#include "core/table/number_text.h"
#include "core/table/time_text.h"

namespace masu::train {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Softmax, with the largest taken off first so that nothing overflows.
std::vector<double> likelihoods(std::span<const float> outputs, double temperature) {
  const double largest = *std::ranges::max_element(outputs);
  std::vector<double> shares;
  double sum = 0;
  for (const float output : outputs) sum += shares.emplace_back(std::exp((output - largest) / temperature));
  for (double& share : shares) share /= sum;
  return shares;
}

bool isTime(const DatasetSummary& summary, std::size_t target) {
  return target < summary.targets.size() && summary.targets[target].kind == table::Kind::time;
}

/// "NAME" of one of several targets, in brackets.
std::string targetName(const DatasetSummary& summary, std::size_t target) {
  if (summary.valueCount() < 2) return {};
  return "(" + (target < summary.targets.size() ? summary.targets[target].name : std::to_string(target + 1)) + ")";
}

std::size_t targetNamed(const DatasetSummary& summary, const std::string& name) {
  const auto found = std::ranges::find(summary.targets, name, &InputColumn::name);
  return static_cast<std::size_t>(found - summary.targets.begin());
}

double numberIn(const std::string& text) {
  double value = kUnknown;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc() && end == text.data() + text.size() ? value : kUnknown;
}

double logOf(double share) {
  return std::log(std::max(share, std::numeric_limits<double>::min()));
}

}  // namespace

std::string headerOf(const std::vector<std::string>& columns) {
  std::string header;
  for (const std::string& column : columns) {
    if (&column != &columns.front()) header += ',';
    csv::appendField(header, column);
  }
  return header + '\n';
}

bool isUndefined(std::span<const double> shares) {
  return std::ranges::any_of(shares, [](double share) { return std::isnan(share); });
}

PredictionCsv::PredictionCsv(const DatasetSummary& learned, std::string model, const PredictionForm& form)
    : m_learned(learned),
      m_model(std::move(model)),
      m_form(form),
      m_score(learned.classes.size(), learned.valueCount()) {
  if (learned.predictsValues()) m_form.probabilities = false;
}

std::vector<std::string> PredictionCsv::columns() const {
  const std::string prefix = m_model.empty() ? std::string() : m_model + ":";
  std::vector<std::string> columns;
  for (std::size_t k = 0; k < std::max<std::size_t>(m_learned.valueCount(), 1); ++k)
    columns.push_back(prefix + "predicted" + targetName(m_learned, k));
  for (std::size_t k = 0; m_form.probabilities && k < m_learned.classes.size(); ++k)
    columns.push_back(prefix + "p(" + m_learned.classes[k] + ")");
  return columns;
}

std::vector<double> PredictionCsv::sharesOf(std::span<const float> outputs) const {
  return m_learned.predictsValues() ? std::vector<double>(outputs.begin(), outputs.end())
                                    : likelihoods(outputs, m_form.temperature);
}

std::size_t PredictionCsv::classOf(std::span<const double> shares) const {
  if (m_form.threshold) return shares[1] >= *m_form.threshold ? 1 : 0;
  return static_cast<std::size_t>(std::ranges::max_element(shares) - shares.begin());
}

std::string PredictionCsv::valueText(std::size_t target, double value) const {
  if (!isTime(m_learned, target)) return table::numberText(value, table::DType::f32);
  return table::timeText(value + m_learned.targets[target].origin);
}

void PredictionCsv::appendShares(std::string& row, std::span<const double> shares) const {
  if (isUndefined(shares)) return appendNothing(row);
  if (m_learned.predictsValues()) {
    for (std::size_t k = 0; k < shares.size(); ++k) row += ',' + valueText(k, shares[k]);
    return;
  }
  row += ',';
  csv::appendField(row, m_learned.classes[classOf(shares)]);
  for (std::size_t k = 0; m_form.probabilities && k < shares.size(); ++k)
    row += ',' + table::numberText(shares[k], table::DType::f32);
}

void PredictionCsv::appendNothing(std::string& row) const {
  const std::size_t classes = m_form.probabilities ? m_learned.classes.size() : 0;
  row.append(std::max<std::size_t>(m_learned.valueCount(), 1) + classes, ',');
}

void PredictionCsv::score(const Truth& truth, std::span<const double> shares) {
  if (isUndefined(shares)) {
    ++m_undefined;
    return;
  }
  if (!m_learned.predictsValues()) {
    if (!truth.code) {
      if (truth.texts.empty()) return;
      if (m_unknown++ == 0) m_unknownClass = truth.texts.front();
      return;
    }
    const auto code = static_cast<std::size_t>(*truth.code);
    ++m_known;
    m_score.addLoss(-logOf(shares[code]), 1, 1);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(shares) - shares.begin());
    m_score.addPrediction(*truth.code, static_cast<std::int64_t>(classOf(shares)));
    m_score.addProbabilities(shares[code], shares[best], best == code);
    if (shares.size() == 2) m_score.addMargin(logOf(shares[1]) - logOf(shares[0]), code == 1);
    return;
  }
  if (truth.values.size() != shares.size() ||
      std::ranges::any_of(truth.values, [](double v) { return std::isnan(v); })) {
    if (!truth.noValue.empty() && m_noValues++ == 0) m_noValue = truth.noValue;
    return;
  }
  ++m_known;
  double squared = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    m_score.addValue(k, truth.values[k], shares[k]);
    squared += (shares[k] - truth.values[k]) * (shares[k] - truth.values[k]);
  }
  m_score.addLoss(squared / static_cast<double>(shares.size()), 1, 1);
}

TruthCells::TruthCells(const DatasetSummary& learned) : m_learned(learned) {
  for (std::size_t code = 0; code < learned.classes.size(); ++code)
    m_codes.emplace(learned.classes[code], static_cast<std::int64_t>(code));
}

std::vector<std::string> TruthCells::columns() const {
  std::vector<std::string> columns;
  for (std::size_t k = 0; k < std::max<std::size_t>(m_learned.valueCount(), 1); ++k)
    columns.push_back("truth" + targetName(m_learned, k));
  return columns;
}

void TruthCells::append(std::string& row, const Truth& truth) const {
  for (std::size_t k = 0; k < std::max<std::size_t>(m_learned.valueCount(), 1); ++k) {
    row += ',';
    if (k < truth.texts.size()) csv::appendField(row, truth.texts[k]);
  }
}

Truth TruthCells::ofClass(const std::string& name) const {
  Truth truth;
  if (name.empty()) return truth;
  truth.texts = {name};
  if (const auto found = m_codes.find(name); found != m_codes.end()) truth.code = found->second;
  return truth;
}

Truth TruthCells::unknown() const {
  const std::size_t targets = m_learned.valueCount();
  return {std::vector<std::string>(targets), std::nullopt, std::vector<double>(targets, kUnknown)};
}

/// `value`: of a time, in seconds since 1970.
void TruthCells::setValue(Truth& truth, std::size_t target, double value, std::string text) const {
  if (target >= truth.values.size() || std::isnan(value)) return;
  const bool time = isTime(m_learned, target);
  truth.texts[target] = time ? table::timeText(value) : std::move(text);
  truth.values[target] = time ? value - m_learned.targets[target].origin : value;
}

Truth TruthCells::fromCells(std::span<const std::string> cells, const std::vector<std::string>& labels) const {
  if (!m_learned.predictsValues()) return cells.empty() ? Truth() : ofClass(cells.front());
  Truth truth = unknown();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].starts_with(ingest::kNoValue)) {
      truth.noValue = cells[i].substr(1);
      continue;
    }
    const std::size_t target = m_learned.valueCount() == 1 ? 0 : targetNamed(m_learned, labels[i]);
    double value = kUnknown;
    if (!isTime(m_learned, target)) {
      value = numberIn(cells[i]);
    } else if (double seconds = 0; table::parseTime(cells[i], table::DateOrder::monthFirst, seconds)) {
      value = seconds;
    }
    setValue(truth, target, value, cells[i]);
  }
  return truth;
}

Truth TruthCells::fromClass(std::int64_t code, const DatasetSummary& here) const {
  const auto index = static_cast<std::size_t>(code);
  return code >= 0 && index < here.classes.size() ? ofClass(here.classes[index]) : Truth();
}

Truth TruthCells::fromValues(std::span<const double> values, const DatasetSummary& here, table::DType type,
                             std::span<const std::string> texts) const {
  if (!m_learned.predictsValues()) return {};
  Truth truth = unknown();
  const bool named = here.targets.size() == values.size() && m_learned.targets.size() == m_learned.valueCount();
  if (!named && values.size() != truth.values.size()) return truth;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    std::string text = texts.empty() ? table::numberText(value, type) : texts[i];
    if (!named) {
      setValue(truth, i, value, std::move(text));
      continue;
    }
    const bool time = here.targets[i].kind == table::Kind::time;
    const std::size_t target = targetNamed(m_learned, here.targets[i].name);
    if (target < truth.values.size() && isTime(m_learned, target) == time)
      setValue(truth, target, time ? value + here.targets[i].origin : value, std::move(text));
  }
  return truth;
}

}  // namespace masu::train
