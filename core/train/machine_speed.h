#pragma once

namespace masu::train {

/// What this machine does at its best with the threads that are set, measured in a tenth of a second: what a training
/// step is compared with to tell how well it uses a machine.
struct MachineSpeed {
  double flops = 0;           ///< f32 multiplications and additions a second, in one large matrix product
  double bytesPerSecond = 0;  ///< of memory read and written, in copying what fits into no cache
};

/// Throws what LibTorch throws.
MachineSpeed measureMachine();

}  // namespace masu::train
