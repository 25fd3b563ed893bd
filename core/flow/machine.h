// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/units.h"

namespace masu::flow {

/// What this process may use of the machine, as the kernel reports it: affinity mask and cgroup (v1 and v2) counted.
struct Machine {
  unsigned cores = 1;
  Bytes memoryTotal;      ///< RAM, or the cgroup's limit where that is lower
  Bytes memoryAvailable;  ///< what is left of it now; page cache that can be dropped counts as left
};
Machine thisMachine();

/// Fills in what `asked` leaves open: the cores allowed, half of the memory that is left.
Resources resolve(const Resources& asked);

/// VmHWM of this process: the most memory it ever held, mapped pages included.
Bytes peakMemory();

/// What the control groups of this process allow, the strictest of all levels (v1 and v2). Nothing set: the defaults.
struct CgroupLimits {
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t memoryLimit = kNone;  ///< bytes
  std::uint64_t memoryLeft = kNone;   ///< bytes; page cache counts as left, since the kernel drops it on demand
  unsigned cores = std::numeric_limits<unsigned>::max();  ///< CPU quota over its period, rounded up
};

/// Reads them from /proc/self and the mounts it names, all below `root`.
CgroupLimits cgroupLimits(const std::filesystem::path& root = "/");

/// A card of this machine that models could run on.
struct GraphicsCard {
  std::string name;  ///< as its driver reports it: "NVIDIA GeForce RTX 4060"
  Bytes memory;
};

/// The cards that NVIDIA's driver knows of, asked through its library, which comes with it; none without. Threads: any.
std::vector<GraphicsCard> graphicsCards(const char* library = "libnvidia-ml.so.1");

}  // namespace masu::flow
