#pragma once

#include "core/csv/structure.h"

namespace masu::csv {

extern const StructureKernel kAvx2Structure;
extern const StructureKernel kAvx512Structure;

}  // namespace masu::csv
