// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <torch/types.h>

#include "core/train/learning/loss_spec.h"

namespace masu::train {

namespace {

template <class Value>
at::Tensor borrowed(std::span<const Value> values, at::IntArrayRef shape, at::ScalarType type, at::Device device) {
  return torch::from_blob(const_cast<Value*>(values.data()), shape, type).to(device);
}

at::Tensor weightsOf(const loader::Batch& batch, at::Device device) {
  const auto samples = static_cast<std::int64_t>(batch.samples);
  if (batch.weights.empty()) return torch::ones({samples}, device);
  return borrowed(batch.weights, {samples}, torch::kFloat32, device);
}

/// The weighted mean; a batch whose weights are all zero teaches nothing.
at::Tensor weightedMean(const at::Tensor& losses, const at::Tensor& weights) {
  return (losses * weights).sum() / weights.sum().clamp_min(1e-12);
}

at::Tensor onHost(const at::Tensor& tensor) {
  return tensor.detach().to(torch::kCPU).contiguous();
}

void scoreClasses(const at::Tensor& output, const at::Tensor& losses, const loader::Batch& batch, Score& score) {
  const at::Tensor predicted = onHost(output.detach().argmax(1));
  const at::Tensor lost = onHost(losses);
  const std::int64_t* answers = predicted.data_ptr<std::int64_t>();
  const float* loss = lost.data_ptr<float>();
  for (std::uint64_t i = 0; i < batch.samples; ++i) {
    score.addPrediction(batch.labels[i], answers[i]);
    score.addWorst({batch.indices.empty() ? i : batch.indices[i], loss[i], static_cast<double>(batch.labels[i]),
                    static_cast<double>(answers[i])});
  }
  if (output.size(1) != 2) return;
  const at::Tensor margins = onHost(output.select(1, 1) - output.select(1, 0));
  const float* margin = margins.data_ptr<float>();
  for (std::uint64_t i = 0; i < batch.samples; ++i) score.addMargin(margin[i], batch.labels[i] == 1);
}

at::Tensor classObjective(const at::Tensor& output, const loader::Batch& batch, const LossSpec& lossSpec, Score& score,
                          MeanLoss& reported) {
  const at::Device device = output.device();
  const at::Tensor truth = borrowed(batch.labels, {static_cast<std::int64_t>(batch.samples)}, torch::kInt64, device);
  at::Tensor weights = weightsOf(batch, device);
  if (!lossSpec.classWeights.empty()) {
    const at::Tensor ofClass =
        borrowed(std::span<const float>(lossSpec.classWeights),
                 {static_cast<std::int64_t>(lossSpec.classWeights.size())}, torch::kFloat32, device);
    weights = weights * ofClass.index_select(0, truth);
  }
  // A mixed sample is right to the parts of its classes; `truth` is the larger one's.
  const at::Tensor wanted =
      batch.shares.empty()
          ? truth
          : borrowed(batch.shares, {static_cast<std::int64_t>(batch.samples), output.size(1)}, torch::kFloat32, device);
  const at::Tensor losses =
      torch::cross_entropy_loss(output, wanted, /*weight=*/{}, at::Reduction::None, /*ignore_index=*/-100);
  const at::Tensor loss = weightedMean(losses, weights);
  reported = {loss.item<double>(), weights.sum().item<double>()};
  scoreClasses(output, losses, batch, score);
  return loss;
}

at::Tensor lossOf(const at::Tensor& difference, Loss loss) {
  switch (loss) {
    case Loss::absolute:
      return difference.abs().mean(1);
    case Loss::huber:
      return torch::where(difference.abs() < 1, difference.square() / 2, difference.abs() - 0.5).mean(1);
    case Loss::squared:
    case Loss::crossEntropy:
      break;
  }
  return difference.square().mean(1);
}

void scoreValues(const at::Tensor& output, const at::Tensor& losses, const loader::Batch& batch, Score& score) {
  const at::Tensor answers = onHost(output);
  const at::Tensor lost = onHost(losses);
  const float* answer = answers.data_ptr<float>();
  const auto outputs = static_cast<std::size_t>(output.size(1));
  for (std::uint64_t i = 0; i < batch.samples; ++i) {
    for (std::size_t k = 0; k < outputs; ++k)
      score.addValue(k, batch.targets[i * outputs + k], answer[i * outputs + k]);
    score.addWorst({batch.indices.empty() ? i : batch.indices[i], lost.data_ptr<float>()[i], batch.targets[i * outputs],
                    answer[i * outputs]});
  }
}

at::Tensor valueObjective(const at::Tensor& output, const loader::Batch& batch, const DatasetSummary& summary,
                          const LossSpec& lossSpec, Score& score, MeanLoss& reported) {
  const at::Device device = output.device();
  const auto samples = static_cast<std::int64_t>(batch.samples);
  const at::Tensor truth = borrowed(batch.targets, {samples, summary.outputs}, torch::kFloat32, device);
  const at::Tensor deviation =
      borrowed(std::span<const float>(summary.targetDeviation), {summary.outputs}, torch::kFloat32, device);
  const at::Tensor weights = weightsOf(batch, device);
  const at::Tensor difference = output - truth;
  const at::Tensor losses = lossOf(difference / deviation, lossSpec.loss);
  const at::Tensor inUnits =
      lossSpec.loss == Loss::huber ? losses.detach() : lossOf(difference.detach(), lossSpec.loss);
  reported = {weightedMean(inUnits, weights).item<double>(), weights.sum().item<double>()};
  scoreValues(output, inUnits, batch, score);
  return weightedMean(losses, weights);
}

}  // namespace

at::Tensor objective(const at::Tensor& output, const loader::Batch& batch, const DatasetSummary& summary,
                     const LossSpec& lossSpec, Score& score, MeanLoss& reported) {
  return summary.predictsValues() ? valueObjective(output, batch, summary, lossSpec, score, reported)
                                  : classObjective(output, batch, lossSpec, score, reported);
}

void scoreProbabilities(const at::Tensor& output, double temperature, const loader::Batch& batch, Score& score) {
  const at::Tensor outputs = output.detach().to(torch::kCPU, torch::kFloat64) / temperature;
  const at::Tensor logs = torch::log_softmax(outputs, 1).contiguous();
  const std::int64_t classes = logs.size(1);
  for (std::uint64_t i = 0; i < batch.samples; ++i) {
    const double* const row = logs.data_ptr<double>() + static_cast<std::int64_t>(i) * classes;
    const double* const best = std::max_element(row, row + classes);
    score.addProbabilities(std::exp(row[batch.labels[i]]), std::exp(*best), best - row == batch.labels[i]);
  }
}

}  // namespace masu::train
