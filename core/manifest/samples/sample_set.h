// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/manifest/samples/tagged_runs.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// A set of samples: selected rows, a group, what a filter takes. Memory: two or three bytes a run of neighbours.
/// Threads: const calls are safe together.
class SampleSet {
 public:
  /// Of runs in any order, which may overlap.
  static SampleSet of(std::vector<TaggedRun> runs);

  /// Requires: first is above every sample of the set.
  void add(std::uint64_t first, std::uint64_t count = 1) { m_runs.append(first, count); }

  std::uint64_t size() const { return m_runs.samples(); }
  bool empty() const { return size() == 0; }
  /// In ascending order. Requires: index < size(). Quick enough for the rows of a view.
  std::uint64_t at(std::uint64_t index) const { return m_runs.at(index); }
  const TaggedRuns& runs() const { return m_runs; }

 private:
  TaggedRuns m_runs;
};

/// The samples that are in both.
SampleSet intersection(const SampleSet& a, const SampleSet& b);

/// Samples by store::Split: [unused, train, validation, test].
using SplitTally = std::array<std::uint64_t, store::kSplitCount>;

}  // namespace masu::manifest
