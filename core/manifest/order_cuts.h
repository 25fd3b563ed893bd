#pragma once

#include "core/manifest/division.h"

namespace masu::manifest {

/// A place in the order of all samples: where samples change their mark.
struct Cut {
  std::uint64_t rank = 0;  ///< the first sample that is marked so
  store::Split mark = store::Split::unused;
  std::uint64_t key = 0;   ///< its key, so far as known
  bool afterKey = false;   ///< the mark begins after the samples of that key, not with them
};

/// Where marks change among `size` samples in order, gaps taken out of what is divided. Begins at rank 0; empty without
/// samples. Errors: gaps that leave nothing.
Result<std::vector<Cut>> cutsOf(const Division& division, std::uint64_t size, std::uint64_t gap);

/// divideInOrder() by positions.
Result<void> divideByPosition(const store::Dataset& dataset, std::uint64_t gap, const Division& division,
                              store::Assignment& assignment);

}  // namespace masu::manifest
