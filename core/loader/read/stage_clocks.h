// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace masu::loader {

/// Seconds that all workers together spent on the stages of their work: processor time of what they calculate, time on
/// the wall of what they wait for. Waiting for a core that others have is neither.
struct StageSeconds {
  double disk = 0;       ///< waiting for reads, and for a simulated cost
  double decode = 0;     ///< calculating while reading: copies out of the page cache, unpacking
  double transform = 0;  ///< calculating besides: order, gathering, widening, augmentation
};

/// Adds them up. Threads: all members.
class StageClocks {
 public:
  using Clock = std::chrono::steady_clock;

  /// Measures a stage as long as it lives, on the thread that made it.
  class Reading {
   public:
    explicit Reading(StageClocks& clocks);
    ~Reading();
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

   private:
    StageClocks& m_clocks;
    const Clock::time_point m_begin;
    const std::int64_t m_processor;
    const long m_pauses;
  };
  class Transforming {
   public:
    explicit Transforming(StageClocks& clocks);
    ~Transforming();
    Transforming(const Transforming&) = delete;
    Transforming& operator=(const Transforming&) = delete;

   private:
    StageClocks& m_clocks;
    const std::int64_t m_processor;
  };

  void addWaiting(Clock::duration time) {
    m_disk.fetch_add(std::chrono::nanoseconds(time).count(), std::memory_order_relaxed);
  }
  StageSeconds seconds() const;

 private:
  using Nanoseconds = std::atomic<std::int64_t>;

  Nanoseconds m_disk = 0;
  Nanoseconds m_decode = 0;
  Nanoseconds m_transform = 0;
};

}  // namespace masu::loader
