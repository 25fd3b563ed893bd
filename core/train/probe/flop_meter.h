// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace masu::train {

/// Counts the floating-point operations of matrix products and convolutions that this thread has LibTorch do while it
/// exists, a multiplication and an addition as two; what is done value by value is small beside them and not counted.
/// Threads: the one that made it; what autograd does on its own is not counted.
class FlopMeter {
 public:
  FlopMeter();
  ~FlopMeter();
  FlopMeter(const FlopMeter&) = delete;
  FlopMeter& operator=(const FlopMeter&) = delete;

  std::uint64_t count() const;

 private:
  struct Watch;
  std::unique_ptr<Watch> m_watch;
};

/// What this machine does at its best with the threads that are set, measured in a tenth of a second: what a training
/// step is compared with to see how well it uses a machine.
struct MachineSpeed {
  double flops = 0;           ///< f32 multiplications and additions a second, in one large matrix product
  double bytesPerSecond = 0;  ///< of memory read and written, in copying what fits into no cache
};

/// Throws what LibTorch throws.
MachineSpeed measureMachine();

}  // namespace masu::train
