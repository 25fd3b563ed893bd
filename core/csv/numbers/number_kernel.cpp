// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/numbers/number_kernel.h"

#include <vector>


namespace masu::csv {

namespace {

std::vector<const NumberKernel*> findKernels() {
  std::vector<const NumberKernel*> kernels;
#if defined(__x86_64__)
  // Every processor with AVX2 counts leading zeros, too.
  const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (!bits || !__builtin_cpu_supports("avx2")) return kernels;
  kernels.push_back(&kAvx2Numbers);
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vl");
  if (wide) kernels.push_back(&kAvx512Numbers);
#endif
  return kernels;
}

}  // namespace

std::span<const NumberKernel* const> numberKernels() {
  static const std::vector<const NumberKernel*> kKernels = findKernels();
  return kKernels;
}

const NumberKernel* numberKernel() {
  return numberKernels().empty() ? nullptr : numberKernels().back();
}

}  // namespace masu::csv
