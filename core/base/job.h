// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>
#include <string_view>

namespace masu {

/// What a job is doing, as counters that workers add to and front ends poll (about ten times a second).
/// Threads: every member may be used from every thread. The stage must point to a string literal marked with MASU_TEXT.
class Progress {
 public:
  /// Begins a stage with `total` units of work (bytes, samples, steps: see unit). 0 means unknown.
  enum class Unit { bytes, samples, steps };

  void begin(const char* stage, std::uint64_t total, Unit unit) {
    m_done.store(0, std::memory_order_relaxed);
    m_total.store(total, std::memory_order_relaxed);
    m_unit.store(unit, std::memory_order_relaxed);
    m_stage.store(stage, std::memory_order_release);
  }
  void add(std::uint64_t units) { m_done.fetch_add(units, std::memory_order_relaxed); }
  void set(std::uint64_t units) { m_done.store(units, std::memory_order_relaxed); }
  void addSamples(std::uint64_t count) { m_samples.fetch_add(count, std::memory_order_relaxed); }
  void addRejected(std::uint64_t count) { m_rejected.fetch_add(count, std::memory_order_relaxed); }

  std::string_view stage() const { return m_stage.load(std::memory_order_acquire); }
  Unit unit() const { return m_unit.load(std::memory_order_relaxed); }
  std::uint64_t done() const { return m_done.load(std::memory_order_relaxed); }
  std::uint64_t total() const { return m_total.load(std::memory_order_relaxed); }
  std::uint64_t samples() const { return m_samples.load(std::memory_order_relaxed); }
  std::uint64_t rejected() const { return m_rejected.load(std::memory_order_relaxed); }

 private:
  std::atomic<const char*> m_stage = "";
  std::atomic<Unit> m_unit = Unit::steps;
  std::atomic<std::uint64_t> m_done = 0;
  std::atomic<std::uint64_t> m_total = 0;
  std::atomic<std::uint64_t> m_samples = 0;
  std::atomic<std::uint64_t> m_rejected = 0;
};

/// What every long-running call takes: a token that asks it to stop, and where it reports how far it is.
/// A stopped job returns Errc::cancelled and leaves nothing under a final name.
/// Lifetime: borrows `progress`.
struct JobContext {
  std::stop_token stop;
  Progress& progress;

  bool stopRequested() const { return stop.stop_requested(); }
};

/// How much of the machine a task may take. Zero means: find out (cores allowed; half of what RAM or the cgroup
/// leaves).
struct Resources {
  /// What a face may ask for: more would take longer to start and to stop than they save on any machine.
  static constexpr unsigned kMostThreads = 1024;

  unsigned threads = 0;
  std::uint64_t memoryBytes = 0;
};

}  // namespace masu
