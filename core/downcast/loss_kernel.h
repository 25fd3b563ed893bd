// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/downcast/loss_meter.h"

namespace masu::downcast {

/// Adds rows of columns side by side to the meters of these columns. Rows are `stride` numbers apart, at least
/// meters.size(); with room up to the next multiple of eight columns in each. All kernels leave the meters the same bit
/// for bit. Threads: pure but for the meters.
struct LossKernel {
  const char* name;
  void (*addFloats)(const double* values, const float* stored, std::size_t rows, std::size_t stride,
                    std::span<LossMeter> meters);
  void (*addDoubles)(const double* values, const double* stored, std::size_t rows, std::size_t stride,
                     std::span<LossMeter> meters);
};

/// Every kernel this machine can run, the plain one first and the fastest last.
std::span<const LossKernel* const> lossKernels();

/// The fastest.
const LossKernel& lossKernel();

extern const LossKernel kAvx512Loss;

}  // namespace masu::downcast
