// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/loader/batch/batch.h"
#include "core/loader/transform/widening.h"
#include "core/train/data/device.h"

namespace at {
class Tensor;
}

namespace masu::train {

/// Features where a model computes: moved in the type that the batch has them in, and widened there.
/// Threads: one at a time.
class BatchFeatures {
 public:
  explicit BatchFeatures(Device device);
  BatchFeatures(BatchFeatures&&) noexcept;
  BatchFeatures& operator=(BatchFeatures&&) noexcept;
  ~BatchFeatures();

  /// f32 [samples, values]. Throws what LibTorch throws. Lifetime: shares the batch's memory where it was widened
  /// before and the model computes on the host.
  at::Tensor of(const loader::Batch& batch);
  /// The same as plain numbers.
  std::vector<float> valuesOf(const loader::Batch& batch);

 private:
  struct Table;  ///< a Widening as tensors where the model computes
  at::Tensor widened(const loader::Batch& batch);

  Device m_device;
  std::unique_ptr<Table> m_table;
};

}  // namespace masu::train
