// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/io/limited_child.h"

namespace masu::io {

/// Tries in a child process what the HDF5 library may crash at. The child holds the library's lock, which is the one
/// lock that `work` may take; here it is held only until the child has started. Threads: any, without that lock.
/// Errors: as of LimitedChild.
Result<void> tryWithHdf5(const std::string& file, const std::function<Result<void>()>& work,
                         const ChildLimits& limits = {}, const std::stop_token& stop = {});

}  // namespace masu::io
