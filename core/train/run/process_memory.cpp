// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/process_memory.h"

#include <fstream>

#include <malloc.h>
#include <unistd.h>

#include "core/io/confinement.h"

namespace masu::train {

Bytes residentMemory() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t totalPages = 0;
  std::uint64_t residentPages = 0;
  if (!(statm >> totalPages >> residentPages)) return {};
  return {residentPages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))};
}

void returnLargeBlocks() {
  constexpr int kLarge = 4 << 20;
  constexpr int kKeptFree = 16 << 20;
  mallopt(M_MMAP_THRESHOLD, kLarge);
  mallopt(M_TRIM_THRESHOLD, kKeptFree);
}

void restartPeakMemory() {
  io::unconfined([] { std::ofstream("/proc/self/clear_refs") << "5\n"; });
}

}  // namespace masu::train
