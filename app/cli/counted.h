// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "app/cli/format.h"

namespace masu::cli {

/// "1 recording", "3,000 recordings".
inline std::string countedText(std::uint64_t count, const char* what) {
  return countText(count) + ' ' + what + (count == 1 ? "" : "s");
}

}  // namespace masu::cli
