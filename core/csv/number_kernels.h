#pragma once

#include "core/csv/number_kernel.h"

namespace masu::csv {

extern const NumberKernel kAvx2Numbers;

}  // namespace masu::csv
