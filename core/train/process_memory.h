#pragma once

#include "core/base/units.h"

namespace masu::train {

/// What this process holds of RAM now.
Bytes residentMemory();

}  // namespace masu::train
