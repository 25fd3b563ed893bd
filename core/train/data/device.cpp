// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/device.h"

#include <atomic>
#include <cstdlib>

#include <ATen/Context.h>
#include <torch/cuda.h>
#include <torch/types.h>
#include <torch/version.h>

namespace masu::train {

namespace {

std::atomic<std::uint64_t> chosenCard = 0;

}  // namespace

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
  if (device == Device::cpu) return {torch::kCPU};
  return {torch::kCUDA, static_cast<c10::DeviceIndex>(chosenCard.load())};
}

std::uint64_t cardFor(std::uint64_t localRank, std::uint64_t cards) {
  return localRank % cards;
}

void chooseCard(std::uint64_t localRank) {
  if (bestDevice() == Device::cuda) chosenCard = cardFor(localRank, torch::cuda::device_count());
}

std::string deviceName() {
  return torchDevice(bestDevice()).str();
}

}  // namespace masu::train
