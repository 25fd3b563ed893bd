// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/device.h"

#include <cstdlib>

#include <ATen/Context.h>
#include <torch/cuda.h>
#include <torch/types.h>
#include <torch/version.h>

namespace masu::train {

Device bestDevice() {
  return torch::cuda::is_available() ? Device::cuda : Device::cpu;
}

void computeRepeatably() {
  if (bestDevice() != Device::cuda) return;
  // cuBLAS reads it when it starts; NVIDIA's documentation of its repeatability names this value.
  setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0);
  at::Context& context = at::globalContext();
  context.setBenchmarkCuDNN(false);
  context.setDeterministicCuDNN(true);
  context.setAllowTF32CuDNN(false);
  context.setAllowTF32CuBLAS(false);
  // An operation without such a way warns, once.
  context.setDeterministicAlgorithms(true, true);
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 2)
  context.setDeterministicFillUninitializedMemory(false);  // for models that read what nobody wrote
#endif
}

c10::Device torchDevice(Device device) {
  return {device == Device::cuda ? torch::kCUDA : torch::kCPU};
}

}  // namespace masu::train
