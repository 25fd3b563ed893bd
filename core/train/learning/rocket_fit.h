// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loader/batch/batch.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/learning/loss_spec.h"
#include "core/train/learning/ridge.h"

namespace at {
class Tensor;
}

namespace masu::train {

class Model;

/// Learns the model `rocket` in one pass: the first batch gives the thresholds of its kernels, every batch is added to
/// sums, and solve() sets the linear layer by ridge regression on them. Classes are regressed on as 1 for a sample's
/// own and -1 for the others; their scores are divided by half the expected error, which makes their softmax the
/// probabilities that normal residuals of that variance have.
/// Threads: one at a time. Lifetime: borrows all of its arguments. Everything throws what LibTorch throws.
class RocketFit {
 public:
  RocketFit(Model& model, const DatasetSummary& summary, const LossSpec& lossSpec);

  /// [samples, features] of the linear layer, on the model's device. Draws the thresholds where there are none yet.
  at::Tensor frequenciesOf(const loader::Batch& batch);
  /// What the model outputs for these.
  at::Tensor outputsOf(const at::Tensor& frequencies);
  void add(const at::Tensor& frequencies, const loader::Batch& batch);
  void solve();

  /// f64; what the model itself holds aside. Lifetime: that of this.
  at::Tensor state();
  /// Requires: the model holds again what it held then.
  void setState(const at::Tensor& kept);

 private:
  void drawThresholds(const at::Tensor& features);

  Model& m_model;
  const DatasetSummary& m_summary;
  const LossSpec& m_lossSpec;
  RidgeSums m_sums;
  bool m_hasThresholds = false;
};

}  // namespace masu::train
