// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/module_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace masu::train {

namespace {

constexpr double kEmbeddingDeviation = 0.1;

/// The rule of thumb of fast.ai's tabular learner.
std::int64_t embeddingWidth(std::int64_t codes) {
  const double width = std::round(1.6 * std::pow(static_cast<double>(codes), 0.56));
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(width), 2, 50);
}

/// Of columns that were normalised each by itself: what a value is multiplied by, and what is added then, so that the
/// row as a whole is normalised. Empty where the columns are of different units, which shows in a spread of the whole
/// far beyond that of a column, or where they were not measured.
std::pair<std::vector<float>, std::vector<float>> rowScale(const DatasetSummary& summary) {
  constexpr double kOneUnit = 30;
  std::vector<double> spread;
  double mean = 0;
  double squares = 0;
  const auto columns = static_cast<double>(summary.featureMean.size());
  for (std::size_t i = 0; i < summary.featureMean.size(); ++i) {
    const double deviation = summary.featureDeviation[i];
    if (deviation > 0) spread.push_back(deviation);
    mean += summary.featureMean[i] / columns;
    squares += (deviation * deviation + summary.featureMean[i] * summary.featureMean[i]) / columns;
  }
  if (spread.empty()) return {};
  const auto middle = spread.begin() + static_cast<std::ptrdiff_t>(spread.size() / 2);
  std::nth_element(spread.begin(), middle, spread.end());
  const double whole = std::sqrt(std::max(0.0, squares - mean * mean));
  if (!(whole > 0) || whole > kOneUnit * *middle) return {};
  std::pair<std::vector<float>, std::vector<float>> row;
  for (std::size_t i = 0; i < summary.featureMean.size(); ++i) {
    row.first.push_back(static_cast<float>(summary.featureDeviation[i] / whole));
    row.second.push_back(static_cast<float>((summary.featureMean[i] - mean) / whole));
  }
  return row;
}

/// "[3, 3]": the same number for each axis.
std::string each(std::int64_t number, int axes) {
  std::string text = "[" + std::to_string(number);
  for (int i = 1; i < axes; ++i) text += ", " + std::to_string(number);
  return text + "]";
}

}  // namespace

ModuleBuilder::ModuleBuilder(const DatasetSummary& summary) : m_summary(summary) {
  m_source =
      summary.cardinalities.empty() ? "def forward(self, features):\n" : "def forward(self, features, categories):\n";
}

void ModuleBuilder::tensor(std::string name, std::vector<std::int64_t> shape, Fill fill, double amount, bool learned) {
  m_definition.tensors.push_back({std::move(name), std::move(shape), fill, amount, learned, {}});
}

void ModuleBuilder::content(std::string name, std::vector<std::int64_t> shape, std::vector<float> values) {
  m_definition.tensors.push_back({std::move(name), std::move(shape), Fill::constant, 0, false, std::move(values)});
}

/// The features as `take` reshapes them, in the source.
std::string ModuleBuilder::wholeRow() {
  if (!m_summary.table) return "features";
  const auto [scale, shift] = rowScale(m_summary);
  const std::int64_t columns = m_summary.featureCount();
  m_definition.tensors.push_back({"row_scale", {columns}, Fill::constant, 1, false, scale});
  m_definition.tensors.push_back({"row_shift", {columns}, Fill::constant, 0, false, shift});
  return "torch.flatten(features, 1) * self.row_scale + self.row_shift";
}

void ModuleBuilder::take(const std::vector<std::int64_t>& shape) {
  std::string text = "x = torch.reshape(" + wholeRow() + ", [-1";
  for (const std::int64_t extent : shape) text += ", " + std::to_string(extent);
  line(text + "])");
}

void ModuleBuilder::dense(const std::string& name, std::int64_t inputs, std::int64_t outputs) {
  const double bound = 1 / std::sqrt(static_cast<double>(std::max<std::int64_t>(inputs, 1)));
  tensor(name + "_weight", {outputs, inputs}, Fill::uniform, bound);
  tensor(name + "_bias", {outputs}, Fill::uniform, bound);
  line("x = torch.linear(x, self." + name + "_weight, self." + name + "_bias)");
}

void ModuleBuilder::convolve(const std::string& name, const Convolution& shape, const std::string& variable) {
  std::vector<std::int64_t> extents = {shape.outputs, shape.inputs};
  std::int64_t inputs = shape.inputs;
  for (int i = 0; i < shape.axes; ++i) {
    extents.push_back(shape.kernel);
    inputs *= shape.kernel;
  }
  tensor(name + "_weight", extents, Fill::normal, std::sqrt(2.0 / static_cast<double>(inputs)));
  line(variable + " = torch.conv" + std::to_string(shape.axes) + "d(" + variable + ", self." + name +
       "_weight, None, " + each(shape.stride, shape.axes) + ", " + each(shape.kernel / 2, shape.axes) + ")");
}

void ModuleBuilder::batchNorm(const std::string& name, std::int64_t channels, double gain,
                              const std::string& variable) {
  tensor(name + "_gain", {channels}, Fill::constant, gain);
  tensor(name + "_shift", {channels}, Fill::constant, 0);
  tensor(name + "_mean", {channels}, Fill::constant, 0, false);
  tensor(name + "_variance", {channels}, Fill::constant, 1, false);
  line(variable + " = torch.batch_norm(" + variable + ", self." + name + "_gain, self." + name + "_shift, self." +
       name + "_mean, self." + name + "_variance, self.training, 0.1, 1e-5, False)");
}

void ModuleBuilder::poolEverywhere(int axes) {
  const std::string places = axes == 1 ? "[2]" : "[2, 3]";
  line("x = torch.cat([torch.mean(x, " + places + "), torch.amax(x, " + places + ")], 1)");
}

std::int64_t ModuleBuilder::joinEmbeddings() {
  std::int64_t added = 0;
  std::string parts;
  for (std::size_t i = 0; i < m_summary.cardinalities.size(); ++i) {
    const std::int64_t codes = m_summary.cardinalities[i];
    const std::int64_t width = embeddingWidth(codes);
    const std::string name = "embedding" + std::to_string(i);
    tensor(name, {codes, width}, Fill::normal, kEmbeddingDeviation);
    parts += ", torch.embedding(self." + name + ", categories[:, " + std::to_string(i) + "])";
    added += width;
  }
  if (added > 0) line("x = torch.cat([x" + parts + "], 1)");
  return added;
}

ModuleDefinition ModuleBuilder::finish(std::int64_t inputs) {
  dense("output", inputs, m_summary.outputs);
  return finish();
}

ModuleDefinition ModuleBuilder::finish() {
  if (m_summary.predictsValues()) {
    m_definition.tensors.push_back(
        {"target_mean", {m_summary.outputs}, Fill::constant, 0, false, m_summary.targetMean});
    m_definition.tensors.push_back(
        {"target_deviation", {m_summary.outputs}, Fill::constant, 1, false, m_summary.targetDeviation});
    line("x = x * self.target_deviation + self.target_mean");
  }
  line("return x");
  m_definition.source = std::move(m_source);
  return std::move(m_definition);
}

}  // namespace masu::train
