// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/simple_methods.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>

#include <torch/types.h>

#include "core/train/learning/ridge_targets.h"

namespace masu::train {

namespace {

constexpr std::uint64_t kMostSamples = 1'000'000;

at::Tensor matrixOf(std::vector<float>& values, std::size_t columns) {
  const auto width = static_cast<std::int64_t>(columns);
  return torch::from_blob(values.data(), {static_cast<std::int64_t>(values.size()) / width, width}, torch::kFloat32);
}

at::Tensor vectorOf(const std::vector<double>& values) {
  return torch::from_blob(const_cast<double*>(values.data()), {static_cast<std::int64_t>(values.size())},
                          torch::kFloat64);
}

bool isFinite(std::span<const float> values) {
  return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

double samplesIn(const DatasetSummary& summary, store::Split split) {
  return static_cast<double>(summary.samplesOf(split));
}

bool isReadInSeconds(const DatasetSummary& summary) {
  return std::max(summary.samplesOf(store::Split::train), summary.samplesOf(store::Split::test)) <= kMostSamples;
}

}  // namespace

SampleRows::SampleRows(const DatasetSummary& summary)
    : m_summary(summary),
      m_features(static_cast<std::size_t>(summary.featureCount())),
      m_width(std::accumulate(summary.cardinalities.begin(), summary.cardinalities.end(), m_features)) {}

std::vector<float> SampleRows::of(const loader::Batch& batch) const {
  const auto samples = static_cast<std::size_t>(batch.samples);
  const std::size_t columns = m_summary.cardinalities.size();
  std::vector<float> rows(samples * m_width);
  for (std::size_t i = 0; i < samples; ++i) {
    float* const row = rows.data() + i * m_width;
    std::ranges::copy(batch.features.subspan(i * m_features, m_features), row);
    std::size_t first = m_features;
    for (std::size_t k = 0; k < columns; ++k) {
      row[first + static_cast<std::size_t>(batch.categories[i * columns + k])] = std::numbers::sqrt2_v<float> / 2;
      first += static_cast<std::size_t>(m_summary.cardinalities[k]);
    }
  }
  return rows;
}

bool RidgeBaseline::isCheap(const DatasetSummary& summary, std::size_t width) {
  constexpr std::size_t kMostNumbers = 2048;
  constexpr double kMostProducts = 5e10;
  const std::size_t numbers = width + static_cast<std::size_t>(summary.outputs);
  return isReadInSeconds(summary) && width > 0 && numbers <= kMostNumbers &&
         samplesIn(summary, store::Split::train) * static_cast<double>(width * numbers) <= kMostProducts;
}

RidgeBaseline::RidgeBaseline(const DatasetSummary& summary)
    : m_summary(summary), m_rows(summary), m_sums(m_rows.width(), static_cast<std::size_t>(summary.outputs)) {}

void RidgeBaseline::add(const loader::Batch& batch) {
  m_sums.add(m_rows.of(batch), ridgeTargetsOf(batch, m_summary), sampleWeightsOf(batch));
}

void RidgeBaseline::solve() {
  m_fit = m_sums.fit(samplesIn(m_summary, store::Split::train));
}

bool RidgeBaseline::score(const loader::Batch& batch, Score& score) const {
  const auto width = static_cast<std::int64_t>(m_rows.width());
  std::vector<float> rows = m_rows.of(batch);
  const at::Tensor inputs =
      (matrixOf(rows, m_rows.width()).to(torch::kFloat64) - vectorOf(m_fit.mean)) * vectorOf(m_fit.scale);
  const at::Tensor outputs =
      (inputs.matmul(vectorOf(m_fit.weights).reshape({-1, width}).t()) + vectorOf(m_fit.bias)).contiguous();
  if (!outputs.isfinite().all().item<bool>()) return false;
  const auto count = static_cast<std::size_t>(m_summary.outputs);
  const std::span<const double> given(outputs.data_ptr<double>(), static_cast<std::size_t>(outputs.numel()));
  score.addLoss(0, 0, batch.samples);
  for (std::size_t i = 0; i < batch.samples; ++i) {
    const std::span<const double> own = given.subspan(i * count, count);
    if (!m_summary.predictsValues()) {
      score.addPrediction(batch.labels[i], std::ranges::max_element(own) - own.begin());
      continue;
    }
    for (std::size_t k = 0; k < count; ++k) {
      const double value = own[k] * m_summary.targetDeviation[k] + m_summary.targetMean[k];
      score.addValue(k, batch.targets[i * count + k], value);
    }
  }
  return true;
}

bool NearestBaseline::isCheap(const DatasetSummary& summary, std::size_t width) {
  constexpr double kMostNumbers = 1 << 24;
  constexpr double kMostDifferences = 1e10;
  const double train = samplesIn(summary, store::Split::train) * static_cast<double>(width);
  return isReadInSeconds(summary) && width > 0 && train <= kMostNumbers &&
         train * samplesIn(summary, store::Split::test) <= kMostDifferences;
}

NearestBaseline::NearestBaseline(const DatasetSummary& summary) : m_summary(summary), m_rows(summary) {}

void NearestBaseline::add(const loader::Batch& batch) {
  const std::vector<float> rows = m_rows.of(batch);
  const std::vector<float> weights = sampleWeightsOf(batch);
  const std::span<const float> all(rows);
  const auto outputs = static_cast<std::ptrdiff_t>(m_summary.outputs);
  const auto width = static_cast<std::ptrdiff_t>(m_rows.width());
  for (std::ptrdiff_t i = 0; i < std::ssize(weights); ++i) {
    if (!(weights[static_cast<std::size_t>(i)] > 0)) continue;
    const auto row = all.subspan(static_cast<std::size_t>(i * width), static_cast<std::size_t>(width));
    m_isFinite = m_isFinite && isFinite(row);
    m_train.insert(m_train.end(), row.begin(), row.end());
    if (!m_summary.predictsValues()) {
      m_labels.push_back(batch.labels[static_cast<std::size_t>(i)]);
    } else {
      const auto own = batch.targets.begin() + i * outputs;
      m_targets.insert(m_targets.end(), own, own + outputs);
    }
  }
}

/// The distances of a few rows at a time, from differences and not from products, which round near rows alike.
std::vector<std::size_t> NearestBaseline::neighboursOf(std::vector<float>& rows) const {
  constexpr std::int64_t kMostDistances = 1 << 22;
  constexpr std::int64_t kByDifferences = 2;
  const at::Tensor all = matrixOf(const_cast<std::vector<float>&>(m_train), m_rows.width());
  const at::Tensor asked = matrixOf(rows, m_rows.width());
  const std::int64_t step = std::max<std::int64_t>(1, kMostDistances / all.size(0));
  std::vector<std::size_t> neighbours;
  for (std::int64_t first = 0; first < asked.size(0); first += step) {
    const at::Tensor some = asked.slice(0, first, std::min(asked.size(0), first + step));
    const at::Tensor distances = at::cdist(some, all, 2, kByDifferences).contiguous();
    const auto count = static_cast<std::size_t>(all.size(0));
    const std::span<const float> values(distances.data_ptr<float>(), static_cast<std::size_t>(distances.numel()));
    for (std::size_t at = 0; at < values.size(); at += count) {
      const std::span<const float> own = values.subspan(at, count);
      neighbours.push_back(static_cast<std::size_t>(std::ranges::min_element(own) - own.begin()));
    }
  }
  return neighbours;
}

bool NearestBaseline::score(const loader::Batch& batch, Score& score) const {
  std::vector<float> rows = m_rows.of(batch);
  if (m_train.empty() || !m_isFinite || !isFinite(rows)) return false;
  const std::vector<std::size_t> neighbours = neighboursOf(rows);
  const auto outputs = static_cast<std::size_t>(m_summary.outputs);
  score.addLoss(0, 0, batch.samples);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const std::size_t nearest = neighbours[i];
    if (!m_summary.predictsValues()) {
      score.addPrediction(batch.labels[i], m_labels[nearest]);
      continue;
    }
    for (std::size_t k = 0; k < outputs; ++k)
      score.addValue(k, batch.targets[i * outputs + k], m_targets[nearest * outputs + k]);
  }
  return true;
}

}  // namespace masu::train
