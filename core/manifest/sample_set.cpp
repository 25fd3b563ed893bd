#include "core/manifest/sample_set.h"

#include <algorithm>

namespace masu::manifest {

SampleSet SampleSet::of(std::vector<TaggedRun> runs) {
  std::ranges::sort(runs, {}, &TaggedRun::first);
  SampleSet set;
  for (const TaggedRun& run : runs) {
    const std::uint64_t first = std::max(run.first, set.m_runs.end());
    if (first < run.first + run.count) set.add(first, run.first + run.count - first);
  }
  return set;
}

}  // namespace masu::manifest
