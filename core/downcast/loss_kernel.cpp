// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/loss_kernel.h"

#include <vector>

namespace masu::downcast {

namespace {

/// Column by column, so that what is measured stays in registers.
template <class Stored>
void addRows(const double* values, const Stored* stored, std::size_t rows, std::size_t stride,
             std::span<LossMeter> meters) {
  for (std::size_t column = 0; column < meters.size(); ++column) {
    LossMeter meter = meters[column];
    for (std::size_t at = column; at < rows * stride; at += stride)
      meter.add(values[at], static_cast<double>(stored[at]));
    meters[column] = meter;
  }
}

const LossKernel kPlainLoss{"plain", addRows<float>, addRows<double>};

std::vector<const LossKernel*> findKernels() {
  std::vector<const LossKernel*> kernels{&kPlainLoss};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) kernels.push_back(&kAvx512Loss);
#endif
  return kernels;
}

}  // namespace

std::span<const LossKernel* const> lossKernels() {
  static const std::vector<const LossKernel*> kKernels = findKernels();
  return kKernels;
}

const LossKernel& lossKernel() {
  return *lossKernels().back();
}

}  // namespace masu::downcast
