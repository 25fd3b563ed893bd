#include "core/train/objective.h"

#include <torch/types.h>

namespace masu::train {

namespace {

at::Tensor weightsOf(const loader::Batch& batch) {
  const auto samples = static_cast<std::int64_t>(batch.samples);
  if (batch.weights.empty()) return torch::ones({samples});
  return torch::from_blob(const_cast<float*>(batch.weights.data()), {samples}, torch::kFloat32);
}

/// The weighted mean; a batch whose weights are all zero teaches nothing.
at::Tensor weightedMean(const at::Tensor& losses, const at::Tensor& weights) {
  return (losses * weights).sum() / weights.sum().clamp_min(1e-12);
}

at::Tensor classObjective(const at::Tensor& output, const loader::Batch& batch, Score& score) {
  const auto samples = static_cast<std::int64_t>(batch.samples);
  const at::Tensor truth = torch::from_blob(const_cast<std::int64_t*>(batch.labels.data()), {samples}, torch::kInt64);
  const at::Tensor weights = weightsOf(batch);
  const at::Tensor losses =
      torch::cross_entropy_loss(output, truth, /*weight=*/{}, at::Reduction::None, /*ignore_index=*/-100);
  const at::Tensor loss = weightedMean(losses, weights);
  score.addLoss(loss.item<double>(), weights.sum().item<double>(), batch.samples);
  const at::Tensor predicted = output.detach().argmax(1).contiguous();
  const std::int64_t* answers = predicted.data_ptr<std::int64_t>();
  for (std::uint64_t i = 0; i < batch.samples; ++i) score.addAnswer(batch.labels[i], answers[i]);
  return loss;
}

at::Tensor valueObjective(const at::Tensor& output, const loader::Batch& batch, const DataFacts& facts, Score& score) {
  const auto samples = static_cast<std::int64_t>(batch.samples);
  const at::Tensor truth =
      torch::from_blob(const_cast<float*>(batch.targets.data()), {samples, facts.outputs}, torch::kFloat32);
  const at::Tensor deviation =
      torch::from_blob(const_cast<float*>(facts.targetDeviation.data()), {facts.outputs}, torch::kFloat32);
  const at::Tensor weights = weightsOf(batch);
  const at::Tensor difference = output - truth;
  const at::Tensor told = weightedMean(difference.detach().square().mean(1), weights);
  score.addLoss(told.item<double>(), weights.sum().item<double>(), batch.samples);
  return weightedMean((difference / deviation).square().mean(1), weights);
}

}  // namespace

at::Tensor objective(const at::Tensor& output, const loader::Batch& batch, const DataFacts& facts, Score& score) {
  return facts.predictsValues() ? valueObjective(output, batch, facts, score) : classObjective(output, batch, score);
}

}  // namespace masu::train
