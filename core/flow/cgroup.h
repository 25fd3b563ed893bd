#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>

namespace masu::flow {

/// What the control groups of this process allow, the strictest of all levels (v1 and v2). Nothing set: the defaults.
struct CgroupLimits {
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t memoryLimit = kNone;  ///< bytes
  std::uint64_t memoryLeft = kNone;   ///< bytes; page cache counts as left, since the kernel drops it on demand
  unsigned cores = std::numeric_limits<unsigned>::max();  ///< CPU quota over its period, rounded up
};

/// Reads them from /proc/self and the mounts it names, all below `root`.
CgroupLimits cgroupLimits(const std::filesystem::path& root = "/");

}  // namespace masu::flow
