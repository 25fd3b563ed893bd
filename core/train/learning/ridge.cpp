// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/ridge.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

#include <torch/types.h>

namespace masu::train {

namespace {

at::Tensor borrowed(std::span<const float> values, at::IntArrayRef shape) {
  return torch::from_blob(const_cast<float*>(values.data()), shape, torch::kFloat32).to(torch::kFloat64);
}

std::vector<double> numbersOf(const at::Tensor& tensor) {
  const at::Tensor whole = tensor.contiguous();
  const double* values = whole.data_ptr<double>();
  return {values, values + whole.numel()};
}

/// The regression in the axes of the inputs' correlations, in which every penalty is a sum over the axes.
struct Axes {
  at::Tensor squares;      ///< [inputs] of the samples along each axis, added up
  at::Tensor products;     ///< [inputs × outputs] with the outputs
  at::Tensor outputs;      ///< [outputs] squares of the outputs around their mean, added up
  double samples = 0;
};

/// Generalized cross-validation (Golub, Heath and Wahba 1979): the residuals, as if each sample had been left out by
/// its share of the degrees of freedom, of which the bias is one.
double expectedError(const Axes& axes, double penalty) {
  constexpr double kLeastLeft = 1e-9;
  const at::Tensor shrunk = axes.squares + penalty;
  const at::Tensor explained = (axes.squares + 2 * penalty) / shrunk.square();
  const at::Tensor residuals =
      (axes.outputs - (axes.products.square() * explained.unsqueeze(1)).sum(0)).clamp_min(0);
  const double used = 1 + (axes.squares / shrunk).sum().item<double>();
  const double left = std::max(kLeastLeft, 1 - used / axes.samples);
  return residuals.mean().item<double>() / axes.samples / (left * left);
}

}  // namespace

struct RidgeSums::Places {
  at::Tensor totals;        ///< samples, and their weight
  at::Tensor inputs;        ///< [inputs]
  at::Tensor outputs;       ///< [outputs]
  at::Tensor outputSquares; ///< [outputs]
  at::Tensor products;      ///< [inputs × outputs]
  at::Tensor squares;       ///< [inputs × inputs]

  Places(double* numbers, std::int64_t inputCount, std::int64_t outputCount) {
    const auto next = [&](at::IntArrayRef shape) {
      at::Tensor tensor = torch::from_blob(numbers, shape, torch::kFloat64);
      numbers += tensor.numel();
      return tensor;
    };
    totals = next({2});
    inputs = next({inputCount});
    outputs = next({outputCount});
    outputSquares = next({outputCount});
    products = next({inputCount, outputCount});
    squares = next({inputCount, inputCount});
  }
};

RidgeSums::RidgeSums(std::size_t inputs, std::size_t outputs)
    : m_inputs(inputs),
      m_outputs(outputs),
      m_numbers(2 + inputs + 2 * outputs + inputs * outputs + inputs * inputs) {}

void RidgeSums::add(std::span<const float> inputs, std::span<const float> outputs, std::span<const float> weights) {
  const auto samples = static_cast<std::int64_t>(weights.size());
  const auto inputCount = static_cast<std::int64_t>(m_inputs);
  const auto outputCount = static_cast<std::int64_t>(m_outputs);
  Places sums(m_numbers.data(), inputCount, outputCount);
  const at::Tensor x = borrowed(inputs, {samples, inputCount});
  const at::Tensor y = borrowed(outputs, {samples, outputCount});
  const at::Tensor w = borrowed(weights, {samples});
  const at::Tensor weighted = x * w.unsqueeze(1);
  sums.totals[0] += w.gt(0).sum();
  sums.totals[1] += w.sum();
  sums.inputs += weighted.sum(0);
  sums.outputs += w.matmul(y);
  sums.outputSquares += w.matmul(y.square());
  sums.products.addmm_(weighted.t(), y);
  sums.squares.addmm_(weighted.t(), x);
}

RidgeFit RidgeSums::fit(double samples) const {
  constexpr double kLeastDeviation = 1e-6;
  const auto inputCount = static_cast<std::int64_t>(m_inputs);
  const auto outputCount = static_cast<std::int64_t>(m_outputs);
  const Places sums(const_cast<double*>(m_numbers.data()), inputCount, outputCount);
  const double weight = m_numbers[1];
  RidgeFit fit;
  if (!(weight > 0)) {
    fit.mean.assign(m_inputs, 0);
    fit.scale.assign(m_inputs, 0);
    fit.weights.assign(m_inputs * m_outputs, 0);
    fit.bias.assign(m_outputs, 0);
    return fit;
  }
  Axes axes;
  axes.samples = std::max(1.0, std::min(samples, m_numbers[0]));
  const at::Tensor mean = sums.inputs / weight;
  const at::Tensor target = sums.outputs / weight;
  at::Tensor correlation = sums.squares / weight;
  correlation.addr_(mean, mean, 1, -1);
  const at::Tensor deviation = correlation.diagonal().clamp_min(0).sqrt();
  const at::Tensor scale =
      torch::where(deviation > kLeastDeviation, deviation.reciprocal(), torch::zeros_like(deviation));
  correlation.mul_(scale.unsqueeze(1)).mul_(scale.unsqueeze(0));
  const auto [values, vectors] = at::linalg_eigh(correlation, "L");
  axes.squares = values.clamp_min(0) * axes.samples;
  const at::Tensor together = (sums.products / weight - torch::outer(mean, target)) * scale.unsqueeze(1);
  axes.products = vectors.t().matmul(together) * axes.samples;
  axes.outputs = (sums.outputSquares / weight - target.square()).clamp_min(0) * axes.samples;
  fit.error = std::numeric_limits<double>::infinity();
  // From the largest: of penalties that do as well the model with the smaller weights is taken.
  for (int halves = 12; halves >= -6; --halves) {
    const double penalty = std::pow(10.0, halves / 2.0);
    const double error = expectedError(axes, penalty);
    if (!(error < fit.error)) continue;
    fit.error = error;
    fit.penalty = penalty;
  }
  const at::Tensor along = axes.products / (axes.squares + fit.penalty).unsqueeze(1);
  fit.mean = numbersOf(mean);
  fit.scale = numbersOf(scale);
  fit.weights = numbersOf(vectors.matmul(along).t());
  fit.bias = numbersOf(target);
  return fit;
}

}  // namespace masu::train
