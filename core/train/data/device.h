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
/// As LibTorch names it.
c10::Device torchDevice(Device device);

}  // namespace masu::train
