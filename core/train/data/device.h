// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace c10 {
struct Device;
}

namespace masu::train {

/// Where a model computes.
enum class Device { cpu, cuda };

/// CUDA where a device is found that the installed LibTorch was built for, else the processor.
Device bestDevice();
/// Lets the device compute the same bits whenever it computes the same, and in f32 as the processor does: libraries for
/// cards choose the quickest way otherwise, whose sums depend on the order in which threads come. Call before the first
/// tensor is on a card. Nothing on a machine without one.
void computeRepeatably();
/// As LibTorch names it.
c10::Device torchDevice(Device device);

}  // namespace masu::train
