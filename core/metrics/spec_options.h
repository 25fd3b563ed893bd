// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace masu::metrics {

/// What people know a field of a RunSpec by, from its name in JSON: the option of `masu train` that states it, e.g.
/// "--lr" of "learning_rate". Itself where no option states it; empty where no field has that name.
std::string_view optionOf(std::string_view field);

}  // namespace masu::metrics
