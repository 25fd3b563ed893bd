// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/learning/batch_slices.h"
#include "core/train/learning/loss_spec.h"
#include "core/train/learning/score.h"

namespace at {
class Tensor;
}

namespace masu::train {

class Model;

/// What slices of a batch add up to at a node of their tree: samples, loss, gradients, and the updates of running
/// statistics. A slice that the batch lacks adds nothing.
/// Threads: one at a time. Lifetime: its tensors are its own.
class SliceSum {
 public:
  SliceSum();
  SliceSum(SliceSum&&) noexcept;
  SliceSum& operator=(SliceSum&&) noexcept;
  ~SliceSum();

  std::uint64_t samples() const;
  /// Of all samples together.
  MeanLoss loss() const;

 private:
  friend class SlicedStep;
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

/// How a model takes a step of K slices, each with a seed, batch statistics and a gradient of its own: the slices are
/// computed one by one, here or by several copies of the model, and added up in the tree of batch_slices.h. What comes
/// out depends on K alone, not on who computed which nodes.
/// Invariant: sum() leaves weights and buffers as they were. Threads: one at a time. Lifetime: that of the model, its
/// parameters and the summary.
class SlicedStep {
 public:
  /// `name` is what sentences call the model.
  SlicedStep(std::string name, std::uint64_t slices, Model& model, const std::vector<at::Tensor>& parameters,
             const DatasetSummary& summary, const LossSpec& lossSpec);

  /// The slices of one node; `seed` is the step's, from which each slice has its own. Predictions go into `score`, the
  /// loss does not. A slice whose loss is infinite or NaN has no gradient. Gradients that the parameters had are
  /// dropped. Throws what LibTorch throws. Errors: the model changed a buffer other than running means, running
  /// variances and num_batches_tracked, for which there is no rule to combine slices.
  Result<SliceSum> sum(const loader::Batch& batch, SliceRange node, std::uint64_t seed, Score& score);

  /// Of the halves of a node, in order. Throws what LibTorch throws.
  static SliceSum joined(SliceSum left, SliceSum right);

  /// A sum as a message to another process that has the same model, and what such a message holds, to the bit. Throw
  /// what LibTorch throws. Nothing where it is a message of another model.
  std::string packed(const SliceSum& sum) const;
  std::optional<SliceSum> unpacked(std::string_view message) const;

  /// Puts what all slices of a batch add up to where a step on the whole batch would have left it: the gradients of the
  /// mean loss at the parameters, and buffers updated. Throws what LibTorch throws. Requires: whole.samples() > 0.
  void apply(SliceSum whole);

 private:
  /// `buffers` are copies of the model's, in its order, as they were before the step.
  Result<SliceSum> slice(const loader::Batch& batch, std::uint64_t slice, std::uint64_t seed,
                         const std::vector<at::Tensor>& buffers, Score& score);
  void takeGradients(SliceSum::Parts& parts) const;
  Result<void> takeUpdates(const std::vector<at::Tensor>& buffers, SliceSum::Parts& parts) const;
  Error cannotCombine(const std::string& buffer) const;

  std::string m_name;
  std::uint64_t m_slices;
  Model& m_model;
  const std::vector<at::Tensor>& m_parameters;
  const DatasetSummary& m_summary;
  const LossSpec& m_lossSpec;
};

}  // namespace masu::train
