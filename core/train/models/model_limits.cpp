// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/model_limits.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

#include "core/flow/machine.h"
#include "core/table/number_text.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kVariable = "MASU_MODEL_SECONDS";

std::chrono::nanoseconds processorTime() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

/// What a TimeLimit watches.
struct Watched {
  Clock::time_point begin;
  std::chrono::nanoseconds processor;
  std::chrono::milliseconds allowed;
  Error overdue;

  bool isOverdue() const { return Clock::now() - begin > allowed && processorTime() - processor > allowed; }
};

struct Watch {
  std::mutex mutex;
  std::optional<Watched> watched;
  std::function<void(const Error&)> end;
};

/// Lives as long as the process, as the thread that looks at it.
Watch* watch = nullptr;

void look() {
  constexpr std::chrono::milliseconds kPause{100};
  for (;;) {
    std::this_thread::sleep_for(kPause);
    const std::lock_guard lock(watch->mutex);
    if (watch->watched && watch->watched->isOverdue()) watch->end(watch->watched->overdue);
  }
}

/// What the kernel counts against RLIMIT_DATA, with the stack.
std::uint64_t dataBytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages = 0;
  for (int field = 0; field < 6; ++field) statm >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

double secondsPerSample() {
  constexpr double kUsual = 10;
  const char* const stated = std::getenv(kVariable);
  if (stated == nullptr) return kUsual;
  double seconds = 0;
  const auto [end, failure] = std::from_chars(stated, stated + std::strlen(stated), seconds);
  constexpr double kLongest = 1e6;
  return failure == std::errc() && *end == '\0' && seconds > 0 ? std::min(seconds, kLongest) : kUsual;
}

std::string secondsText(std::chrono::milliseconds time) {
  return table::numberText(static_cast<double>(time.count()) / 1000, table::DType::f32);
}

}  // namespace

void limitModels(std::function<void(const Error&)> end) {
  if (watch != nullptr) return;
  watch = new Watch;
  watch->end = std::move(end);
  std::thread(look).detach();
}

void limitModelMemory() {
  static std::once_flag once;
  if (watch == nullptr) return;
  std::call_once(once, [] {
    // The rest is for what the system and other programs ask for meanwhile.
    constexpr std::uint64_t kTenths = 9;
    const rlim_t allowed = dataBytes() + flow::thisMachine().memoryAvailable.value / 10 * kTenths;
    rlimit limits{};
    if (getrlimit(RLIMIT_DATA, &limits) != 0 || limits.rlim_cur <= allowed) return;
    limits.rlim_cur = allowed;
    setrlimit(RLIMIT_DATA, &limits);
  });
}

std::chrono::milliseconds timeFor(std::uint64_t samples) {
  constexpr std::uint64_t kFewest = 6;
  constexpr std::uint64_t kMost = 1'000'000;
  const double seconds = secondsPerSample() * static_cast<double>(std::clamp(samples, kFewest, kMost));
  return std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
}

TimeLimit::TimeLimit(std::chrono::milliseconds allowed, const Error& overdue) {
  if (watch == nullptr) return;
  const std::lock_guard lock(watch->mutex);
  watch->watched = {Clock::now(), processorTime(), allowed, overdue};
}

TimeLimit::~TimeLimit() {
  if (watch == nullptr) return;
  const std::lock_guard lock(watch->mutex);
  watch->watched.reset();
}

Error overdueModel(const std::string& model, std::uint64_t samples) {
  return {Errc::unsupported,
          MASU_TEXT("core",
                    "The model {0} ran for {1} s without an end, for {2} samples: it may never end. If it is only "
                    "slow, set MASU_MODEL_SECONDS to the seconds that a sample may take."),
          {model, secondsText(timeFor(samples)), std::to_string(samples)},
          {model, 0, 0}};
}

}  // namespace masu::train
