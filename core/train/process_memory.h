#pragma once

#include "core/base/units.h"

namespace masu::train {

/// What this process holds of RAM now.
Bytes residentMemory();

/// Lets flow::peakMemory() count from what is held now. Does nothing where the kernel does not offer it.
void restartPeakMemory();

}  // namespace masu::train
