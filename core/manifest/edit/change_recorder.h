// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/manifest/edit/change.h"
#include "core/manifest/samples/sample_codes.h"

namespace masu::manifest {

/// Gathers a Change run by run, and reads which classes it touches.
/// Threads: one. Lifetime: borrows dataset and labels.
class ChangeRecorder {
 public:
  /// `labels` may be null: then no classes are counted.
  ChangeRecorder(const store::Dataset& dataset, const store::ObjectInfo* labels);

  /// Requires: runs in ascending order; from != to. Errors: of reading labels.
  Result<void> add(std::uint64_t first, std::uint64_t count, store::Split from, store::Split to);
  Result<Change> finish();

 private:
  struct Step {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    store::Split from = store::Split::unused;
    store::Split to = store::Split::unused;
  };
  Result<void> readClasses();

  std::optional<CodeReader> m_labels;
  std::vector<Step> m_steps;  ///< in one block of samples, whose labels are still to be read
  std::vector<std::array<std::int64_t, store::kSplitCount>> m_shifts;
  Change m_change;
};

}  // namespace masu::manifest
