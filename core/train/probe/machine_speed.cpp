// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>

#include <ATen/core/Tensor.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>

#include "core/base/units.h"
#include "core/train/probe/flop_meter.h"

namespace masu::train {

namespace {

/// The quickest of some goes: what disturbs a machine only ever makes one longer.
template <class Work>
double quickest(Work&& work) {
  constexpr int kTimes = 5;
  double best = 0;
  for (int i = 0; i < kTimes; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const double seconds = secondsSince(begin);
    best = i == 0 ? seconds : std::min(best, seconds);
  }
  return std::max(best, 1e-9);
}

}  // namespace

MachineSpeed measureMachine() {
  constexpr std::int64_t kSide = 512;
  constexpr std::int64_t kValues = 8 << 20;
  MachineSpeed speed;
  const at::Tensor matrix = at::ones({kSide, kSide});
  const double product = quickest([&] { at::mm(matrix, matrix); });
  speed.flops = 2.0 * kSide * kSide * kSide / product;
  const at::Tensor from = at::ones({kValues});
  const at::Tensor to = at::zeros({kValues});
  const double copy = quickest([&] { to.copy_(from); });
  speed.bytesPerSecond = 2.0 * sizeof(float) * kValues / copy;
  return speed;
}

}  // namespace masu::train
