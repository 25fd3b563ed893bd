#pragma once

#include "core/base/job.h"
#include "core/base/units.h"

namespace masu::flow {

/// What this process may use of the machine, as the kernel tells: affinity mask and cgroup (v1 and v2) counted.
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

}  // namespace masu::flow
