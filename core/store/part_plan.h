#pragma once

#include <vector>

#include "core/store/skeleton.h"

namespace masu::store {

/// Which chunks of sealed objects go into which part, so that none becomes larger than `partBytes`, unless a single
/// chunk is, or there would be more than kMostParts. Each object is cut between its own chunks, near the same samples.
std::vector<std::vector<Slice>> planParts(const std::vector<const ObjectPart*>& objects, std::uint64_t partBytes);

}  // namespace masu::store
