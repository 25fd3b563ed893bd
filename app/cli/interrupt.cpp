// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <latch>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace masu::cli {

namespace {

constexpr int kInterrupted = 130;
constexpr int kMillisecondsToEnd = 800;
constexpr std::int64_t kMillisecondsOfOneRequest = 200;

// A handler may do little more than write to a pipe; the stop request itself runs callbacks, so a thread makes it.
std::array<int, 2> pipeEnds = {-1, -1};
volatile std::sig_atomic_t firstSignal = 0;
std::atomic<std::int64_t> firstTime = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a handler may take no lock");

std::int64_t milliseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

extern "C" void onSignal(int number) {
  if (firstSignal != 0) {
    // timeout(1) signals the process, then its group, which is one request: what is tidied up needs its time.
    if (number == firstSignal && milliseconds() - firstTime < kMillisecondsOfOneRequest) return;
    _exit(kInterrupted);
  }
  firstTime = milliseconds();
  firstSignal = number;
  const char stop = 's';
  [[maybe_unused]] const auto written = write(pipeEnds[1], &stop, 1);
}

}  // namespace

Interrupt::Interrupt(Ending ending) {
  if (pipe2(pipeEnds.data(), O_CLOEXEC) != 0) return;
  firstSignal = 0;
  // Once it reads it holds no lock, so that a fork finds none of a thread that is just starting (LimitedChild).
  std::latch reading(1);
  m_watcher = std::jthread([this, ending, &reading] {
    reading.count_down();
    char message = 0;
    if (read(pipeEnds[0], &message, 1) != 1 || message != 's') return;
    m_stop.request_stop();
    if (ending == Ending::tidy) return;
    pollfd end = {pipeEnds[0], POLLIN, 0};
    if (poll(&end, 1, kMillisecondsToEnd) == 0) _exit(kInterrupted);
  });
  reading.wait();
  struct sigaction action = {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &m_formerInt);
  sigaction(SIGTERM, &action, &m_formerTerm);
}

Interrupt::~Interrupt() {
  if (!m_watcher.joinable()) return;
  sigaction(SIGINT, &m_formerInt, nullptr);
  sigaction(SIGTERM, &m_formerTerm, nullptr);
  const char end = 'e';
  [[maybe_unused]] const auto written = write(pipeEnds[1], &end, 1);
  m_watcher.join();
  close(pipeEnds[0]);
  close(pipeEnds[1]);
}

}  // namespace masu::cli
