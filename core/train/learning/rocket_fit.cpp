// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/rocket_fit.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include <torch/script.h>
#include <torch/types.h>

#include "core/train/learning/ridge_targets.h"
#include "core/train/models/model.h"

namespace masu::train {

namespace {

at::Tensor tensorOf(Model& model, const char* name) {
  return model.module().attr(name).toTensor();
}

std::size_t featureCount(Model& model) {
  return static_cast<std::size_t>(tensorOf(model, "frequency_mean").numel());
}

std::vector<float> weightsOf(const loader::Batch& batch, const LossSpec& lossSpec) {
  std::vector<float> weights = sampleWeightsOf(batch);
  if (lossSpec.classWeights.empty()) return weights;
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] *= lossSpec.classWeights[static_cast<std::size_t>(batch.labels[i])];
  return weights;
}

void set(Model& model, const char* name, const std::vector<double>& values, double factor = 1) {
  const at::Tensor tensor = tensorOf(model, name);
  auto* numbers = const_cast<double*>(values.data());
  const at::Tensor given = torch::from_blob(numbers, {static_cast<std::int64_t>(values.size())}, torch::kFloat64);
  tensor.copy_((given * factor).reshape(tensor.sizes()));
}

}  // namespace

RocketFit::RocketFit(Model& model, const DatasetSummary& summary, const LossSpec& lossSpec)
    : m_model(model),
      m_summary(summary),
      m_lossSpec(lossSpec),
      m_sums(featureCount(model), static_cast<std::size_t>(summary.outputs)) {}

/// Quantiles of what the kernels respond with to samples of the first batch, spread evenly over kernels and thresholds
/// by the golden ratio.
void RocketFit::drawThresholds(const at::Tensor& features) {
  using Index = at::indexing::TensorIndex;
  constexpr double kGoldenRatio = 0.6180339887498949;
  constexpr std::int64_t kMostSamples = 12;
  torch::jit::Module& module = m_model.module();
  const at::Tensor thresholds = tensorOf(m_model, "biases");
  const at::Tensor waves = module.run_method("wave", features.slice(0, 0, kMostSamples)).toTensor();
  const auto integers = at::TensorOptions(waves.device()).dtype(torch::kInt64);
  const at::Tensor kernels = torch::arange(thresholds.size(2), integers);
  for (std::int64_t dilation = 0; dilation < thresholds.size(0); ++dilation) {
    const at::Tensor responses = module.run_method("responses", waves, dilation).toTensor();
    for (std::int64_t i = 0; i < thresholds.size(1); ++i) {
      const std::int64_t number = dilation * thresholds.size(1) + i;
      const at::Tensor samples = (kernels + number).remainder(waves.size(0));
      const at::Tensor chosen = responses.index({Index(samples), Index(kernels)});
      const at::Tensor ordered = std::get<0>(chosen.sort(1));
      const at::Tensor shares =
          ((kernels + (number * kernels.size(0) + 1)).to(torch::kFloat64) * kGoldenRatio).frac();
      const at::Tensor places = (shares * ordered.size(1)).to(torch::kInt64).clamp_max(ordered.size(1) - 1);
      thresholds.select(0, dilation).select(0, i).copy_(ordered.gather(1, places.unsqueeze(1)).squeeze(1));
    }
  }
  m_hasThresholds = true;
}

at::Tensor RocketFit::frequenciesOf(const loader::Batch& batch) {
  const at::Tensor features = m_model.featuresOf(batch);
  if (!m_hasThresholds) drawThresholds(features);
  return m_model.module().run_method("frequencies", features).toTensor();
}

at::Tensor RocketFit::outputsOf(const at::Tensor& frequencies) {
  return m_model.module().run_method("scores", frequencies).toTensor();
}

void RocketFit::add(const at::Tensor& frequencies, const loader::Batch& batch) {
  const at::Tensor onHost = frequencies.to(torch::kCPU, torch::kFloat32).contiguous();
  const std::span<const float> inputs(onHost.data_ptr<float>(), static_cast<std::size_t>(onHost.numel()));
  m_sums.add(inputs, ridgeTargetsOf(batch, m_summary), weightsOf(batch, m_lossSpec));
}

void RocketFit::solve() {
  constexpr double kLeastError = 1e-3;  // probabilities stay numbers where every sample is fitted exactly
  const RidgeFit fit = m_sums.fit(static_cast<double>(m_summary.samplesOf(store::Split::train)));
  const double sharpness = m_summary.predictsValues() ? 1 : 2 / std::max(fit.error, kLeastError);
  set(m_model, "frequency_mean", fit.mean);
  set(m_model, "frequency_scale", fit.scale);
  set(m_model, "output_weight", fit.weights, sharpness);
  set(m_model, "output_bias", fit.bias, sharpness);
}

at::Tensor RocketFit::state() {
  const std::span<double> numbers = m_sums.numbers();
  return torch::from_blob(numbers.data(), {static_cast<std::int64_t>(numbers.size())}, torch::kFloat64);
}

/// Batches whose samples weigh nothing leave nothing in the sums, and the first one has drawn the thresholds all the
/// same.
void RocketFit::setState(const at::Tensor& kept) {
  state().copy_(kept);
  m_hasThresholds = m_sums.numbers().front() > 0 || tensorOf(m_model, "biases").ne(0).any().item<bool>();
}

}  // namespace masu::train
