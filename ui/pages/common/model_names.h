// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/store/read/dataset.h"

namespace masu::ui {

/// The built-in models that suit a dataset, the most likely choice first.
std::vector<std::string> modelsFor(const store::Dataset& dataset);

}  // namespace masu::ui
