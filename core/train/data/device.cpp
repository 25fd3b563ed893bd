// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/device.h"

#include <atomic>

#include <torch/cuda.h>
#include <torch/types.h>

namespace masu::train {

namespace {

std::atomic<std::uint64_t> chosenCard = 0;

}  // namespace

Device bestDevice() {
  return torch::cuda::is_available() ? Device::cuda : Device::cpu;
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
