// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

namespace masu::train {

/// What this process holds of RAM now.
Bytes residentMemory();

/// Has malloc give large blocks back to the system as soon as they are free. Left to itself it comes to keep them among
/// the small ones, where chance decides what fits into which gap, so that runs alike differ in what they take at most.
void returnLargeBlocks();

/// Lets flow::peakMemory() count from what is held now. Does nothing where the kernel does not offer it.
void restartPeakMemory();

}  // namespace masu::train
