// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/job.h"
#include "core/store/write/dataset_writer.h"

namespace masu::rewrite {

/// A pyramid that grows with recordings which follow those of a dataset. Lifetime: borrows all it names.
struct PyramidJoining {
  const store::Dataset& dataset;
  const store::Dataset& added;
  store::DatasetWriter& to;     ///< of the samples to be appended
  std::size_t firstObject = 0;  ///< the first of everyLevel() among the writer's
};

bool isPyramid(const store::ObjectInfo& object);

/// Every level of /pyramid there can be beside such recordings: which of them hold something shows when all recordings
/// are known.
std::vector<store::ObjectInfo> everyLevel(const store::ObjectInfo& recordings);

/// Writes the levels that the recordings of both need: blocks of the added ones, and those of the dataset's before them
/// where it lacks a level, since its own are too short for it. Writes nothing where one of both has not the pyramid
/// that its own recordings need: without one, views read the frames. Memory: 4096 blocks of a level.
/// Errors: damage; a full disk; cancelled.
Result<void> joinPyramids(const PyramidJoining& joining, const JobContext& job);

}  // namespace masu::rewrite
