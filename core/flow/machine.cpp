// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/machine.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include <sched.h>


namespace masu::flow {

namespace {

/// A line such as "MemAvailable:  123 kB" of a file below /proc.
Bytes kibibytesIn(const char* file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key)) return kibibytes(std::stoull(line.substr(key.size())));
  }
  return {};
}

unsigned coresAllowed() {
  // The kernel refuses a mask that is smaller than its own, so the mask grows until it takes it.
  for (int cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
    cpu_set_t* mask = CPU_ALLOC(cpus);
    if (mask == nullptr) break;
    const std::size_t size = CPU_ALLOC_SIZE(cpus);
    const bool known = ::sched_getaffinity(0, size, mask) == 0;
    const int allowed = known ? CPU_COUNT_S(size, mask) : 0;
    CPU_FREE(mask);
    if (known && allowed > 0) return static_cast<unsigned>(allowed);
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

Machine thisMachine() {
  const CgroupLimits limits = cgroupLimits();
  Machine machine;
  machine.cores = std::min(coresAllowed(), limits.cores);
  machine.memoryTotal = {std::min(kibibytesIn("/proc/meminfo", "MemTotal:").value, limits.memoryLimit)};
  machine.memoryAvailable = {std::min(kibibytesIn("/proc/meminfo", "MemAvailable:").value, limits.memoryLeft)};
  return machine;
}

Resources resolve(const Resources& asked) {
  if (asked.threads != 0 && asked.memoryBytes != 0) return asked;
  const Machine machine = thisMachine();
  Resources found = asked;
  if (found.threads == 0) found.threads = machine.cores;
  // A machine with nothing left still gets a budget that work can be done in; zero would mean "find out" again.
  if (found.memoryBytes == 0) found.memoryBytes = std::max(machine.memoryAvailable.value / 2, mebibytes(32).value);
  return found;
}

Bytes peakMemory() {
  return kibibytesIn("/proc/self/status", "VmHWM:");
}

}  // namespace masu::flow
