#pragma once

#include <cstdint>

#include "core/base/result.h"

namespace masu::io {

/// Lets this process open so many files beside those it has, as far as the system permits: the limit that it begins
/// with is often 1,024. Threads: any. Errors: the system permits fewer.
Result<void> allowOpenFiles(std::uint64_t more);

}  // namespace masu::io
