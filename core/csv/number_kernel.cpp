#include "core/csv/number_kernel.h"

#include "core/csv/number_kernels.h"

namespace masu::csv {

const NumberKernel* numberKernel() {
#if defined(__x86_64__)
  // Every processor with AVX2 counts leading zeros, too.
  static const bool kAvx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (kAvx2) return &kAvx2Numbers;
#endif
  return nullptr;
}

}  // namespace masu::csv
