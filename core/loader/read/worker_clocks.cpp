// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/worker_clocks.h"

#include <algorithm>

#include <pthread.h>

namespace masu::loader {

namespace {

double secondsOf(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

clockid_t clockOfThisThread() {
  clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
  pthread_getcpuclockid(pthread_self(), &clock);
  return clock;
}

}  // namespace

void WorkerClocks::enter() {
  const std::lock_guard lock(m_mutex);
  const clockid_t clock = clockOfThisThread();
  m_running.push_back({clock, secondsOf(clock)});
}

void WorkerClocks::leave() {
  const std::lock_guard lock(m_mutex);
  const auto found = std::ranges::find(m_running, clockOfThisThread(), &Running::clock);
  m_ended += secondsOf(found->clock) - found->begin;
  m_running.erase(found);
}

double WorkerClocks::seconds() const {
  const std::lock_guard lock(m_mutex);
  double sum = m_ended;
  for (const Running& running : m_running) sum += secondsOf(running.clock) - running.begin;
  return sum;
}

}  // namespace masu::loader
