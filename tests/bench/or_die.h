// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "core/base/result.h"

/// The value; a benchmark that fails says why and ends.
template <class Value>
Value orDie(masu::Result<Value> result) {
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().message.english().c_str());
    std::exit(1);
  }
  if constexpr (!std::is_void_v<Value>) return std::move(*result);
}
