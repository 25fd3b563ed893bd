// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/stage_clocks.h"

#include <algorithm>
#include <ctime>

#include <sys/resource.h>

namespace masu::loader {

namespace {

std::int64_t processorNanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// How often this thread gave its core away by itself, as it does to wait for a disk.
long pauses() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

double secondsOf(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) * 1e-9;
}

}  // namespace

StageClocks::Reading::Reading(StageClocks& clocks)
    : m_clocks(clocks), m_begin(Clock::now()), m_processor(processorNanoseconds()), m_pauses(pauses()) {}

StageClocks::Reading::~Reading() {
  const std::int64_t processor = processorNanoseconds() - m_processor;
  const std::int64_t all = std::chrono::nanoseconds(Clock::now() - m_begin).count();
  m_clocks.m_decode.fetch_add(processor, std::memory_order_relaxed);
  if (pauses() == m_pauses) return;
  m_clocks.m_disk.fetch_add(std::max<std::int64_t>(0, all - processor), std::memory_order_relaxed);
}

StageClocks::Transforming::Transforming(StageClocks& clocks) : m_clocks(clocks), m_processor(processorNanoseconds()) {}

StageClocks::Transforming::~Transforming() {
  m_clocks.m_transform.fetch_add(processorNanoseconds() - m_processor, std::memory_order_relaxed);
}

StageSeconds StageClocks::seconds() const {
  return {secondsOf(m_disk), secondsOf(m_decode), secondsOf(m_transform)};
}

}  // namespace masu::loader
