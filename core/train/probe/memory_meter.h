// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace masu::train {

/// What LibTorch's allocator was asked for while something ran on this thread.
struct MemoryReading {
  std::int64_t held = 0;  ///< allocated and not yet given back at the end
  std::int64_t peak = 0;  ///< the most that was held at once
  /// The most that the allocator of CUDA cards held of one at once, for its tensors and for libraries, and free
  /// between.
  std::int64_t cardPeak = 0;
};

/// Watches tensors of the processor and of cards from construction on. Threads: the one that made it; autograd's work
/// for it is counted.
class MemoryMeter {
 public:
  MemoryMeter();
  ~MemoryMeter();
  MemoryMeter(const MemoryMeter&) = delete;
  MemoryMeter& operator=(const MemoryMeter&) = delete;

  MemoryReading read() const;

 private:
  struct Watch;
  std::unique_ptr<Watch> m_watch;
};

}  // namespace masu::train
