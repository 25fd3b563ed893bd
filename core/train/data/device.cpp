// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/device.h"

#include <torch/cuda.h>
#include <torch/types.h>

namespace masu::train {

Device bestDevice() {
  return torch::cuda::is_available() ? Device::cuda : Device::cpu;
}

c10::Device torchDevice(Device device) {
  return {device == Device::cuda ? torch::kCUDA : torch::kCPU};
}

}  // namespace masu::train
