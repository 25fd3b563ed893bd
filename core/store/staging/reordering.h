// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/job.h"
#include "core/base/permutation.h"
#include "core/store/staging/staged_object.h"
#include "core/store/staging/staged_text_column.h"

namespace masu::store {

/// Samples brought into another order, whatever the memory: each is put down for the bucket of places that holds its
/// own, and every bucket is then put in order in memory and written. Two passes over the samples, sequential both; one
/// where an object fits into memory. What comes out depends on the order alone.
/// Errors: a full disk; cancelled. Threads: one caller, some of its own.
struct Reordering {
  Permutation places;            ///< sample → place
  std::filesystem::path folder;  ///< where samples that do not fit into memory are spilled
  Resources resources;           ///< with nothing left open
  const JobContext& job;         ///< progress counts every byte twice

  /// Requires: all samples were written to `from`, none to `to`, which is of the same object.
  Result<void> apply(const StagedObject& from, StagedObject& to) const;
  Result<void> apply(const StagedTextColumn& from, StagedTextColumn& to) const;
};

/// The order of samples that are stored shuffled: a pure function of their number and the seed.
Permutation shuffledPlaces(std::uint64_t samples, std::uint64_t seed);

}  // namespace masu::store
