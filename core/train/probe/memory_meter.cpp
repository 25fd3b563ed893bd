// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe/memory_meter.h"

#include <algorithm>
#include <mutex>

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <torch/version.h>

namespace masu::train {

namespace {

// The type in which LibTorch's allocators report totals.
#if TORCH_VERSION_MAJOR >= 2
using Total = size_t;
#else
using Total = int64_t;
#endif

class Observer final : public c10::MemoryReportingInfoBase {
 public:
  void reportMemoryUsage(void*, int64_t size, Total, Total reserved, c10::Device device) override {
    const std::scoped_lock lock(m_mutex);
    if (device.is_cuda()) m_reading.cardPeak = std::max(m_reading.cardPeak, static_cast<int64_t>(reserved));
    if (!device.is_cpu()) return;
    m_reading.held += size;
    m_reading.peak = std::max(m_reading.peak, m_reading.held);
  }
  bool memoryProfilingEnabled() const override { return true; }

  MemoryReading read() const {
    const std::scoped_lock lock(m_mutex);
    return m_reading;
  }

 private:
  mutable std::mutex m_mutex;
  MemoryReading m_reading;
};

}  // namespace

struct MemoryMeter::Watch {
  std::shared_ptr<Observer> observer = std::make_shared<Observer>();
  c10::DebugInfoGuard guard{c10::DebugInfoKind::PROFILER_STATE, observer};
};

MemoryMeter::MemoryMeter() : m_watch(std::make_unique<Watch>()) {}
MemoryMeter::~MemoryMeter() = default;

MemoryReading MemoryMeter::read() const {
  return m_watch->observer->read();
}

}  // namespace masu::train
