// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "core/base/error.h"

namespace masu {

/// What the border of a job makes of an exception that nothing expects, which is a defect of Masu. `what`: what the
/// exception says. Kept apart from error.h, since few need it.
inline Error unexpected(Argument what) {
  return {Errc::internal, MASU_TEXT("core", "Internal error: {0}. Please report it."), {std::move(what)}};
}

}  // namespace masu
