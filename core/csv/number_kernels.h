#pragma once

#include "core/csv/number_kernel.h"

namespace masu::csv {

extern const NumberKernel kAvx2Numbers;
extern const NumberKernel kAvx512Numbers;

}  // namespace masu::csv
