// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/manifest/check/check_context.h"

namespace masu::manifest {

/// A sample, and where it came from.
struct LocatedSample {
  store::Origin origin;
  std::uint64_t sample = 0;
};

/// Visits samples so that those of one source come in ascending order of positions, out of core: sources that are in
/// order already are visited in one pass; the others in as many as memory takes, a range of the sources' positions
/// each. Threads: one.
class OriginOrder {
 public:
  explicit OriginOrder(std::uint64_t memoryBytes) : m_memoryBytes(memoryBytes) {}

  /// Calls take(located) with every sample that is used. Requires: a dataset with origins. Errors: of reading.
  Result<void> forEach(const CheckContext& context, const std::function<void(const LocatedSample&)>& take) const;

 private:
  std::uint64_t m_memoryBytes;
};

}  // namespace masu::manifest
