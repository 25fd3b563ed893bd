#pragma once

#include <limits>

#include "core/base/half.h"
#include "core/table/dtype.h"

namespace masu::loader {

/// A stored element as a number to calculate with.
template <class Real, class Stored>
Real valueOf(Stored stored) {
  return static_cast<Real>(stored);
}
template <class Real>
Real valueOf(table::Half stored) {
  return static_cast<Real>(floatFromHalf(stored.bits));
}

/// The code that means "missing" where integers are affine.
template <class Stored>
bool isLowest(Stored stored) {
  return stored == std::numeric_limits<Stored>::lowest();
}
inline bool isLowest(table::Half) {
  return false;
}

}  // namespace masu::loader
