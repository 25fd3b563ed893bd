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

}  // namespace masu::train
