// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/models/run_table_model.h"

namespace masu::ui {

/// Mean and standard deviation of the test over the repeats of the model in a row, or of validation where there is no
/// test split. Empty for a model that was trained once, and before two of its repeats have ended.
/// Requires: the models of a run follow each other, in the order in which it trains them.
QString repeatsText(const std::vector<RunTableModel::Run>& runs, int row);

}  // namespace masu::ui
