// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

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
/// As LibTorch names it; of several cards the one that was chosen.
c10::Device torchDevice(Device device);

/// The card of a process by its number among those of its machine, which take turns where cards are fewer.
/// Requires: cards > 0.
std::uint64_t cardFor(std::uint64_t localRank, std::uint64_t cards);
/// From now on the models of this process compute on that card of those that it sees; before this on the first one.
/// What it sees is stated by CUDA_VISIBLE_DEVICES, which Slurm sets for a task that has cards of its own. No effect
/// without a card. Threads: before any other has a tensor.
void chooseCard(std::uint64_t localRank);
/// Of bestDevice(), with the number of the card among those that are seen: "cpu", "cuda:1".
std::string deviceName();

}  // namespace masu::train
