// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/sample_set.h"

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

SampleSet intersection(const SampleSet& a, const SampleSet& b) {
  SampleSet both;
  TaggedRuns::Cursor left(a.runs());
  TaggedRuns::Cursor right(b.runs());
  TaggedRun one;
  TaggedRun other;
  bool more = left.next(one) && right.next(other);
  while (more) {
    const std::uint64_t first = std::max(one.first, other.first);
    const std::uint64_t end = std::min(one.first + one.count, other.first + other.count);
    if (first < end) both.add(first, end - first);
    more = one.first + one.count < other.first + other.count ? left.next(one) : right.next(other);
  }
  return both;
}

}  // namespace masu::manifest
