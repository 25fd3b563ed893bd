// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/metrics/run_log.h"

namespace masu::ui {

/// What simpler methods reach on the test split of a model, as accuracy or RMSE; empty where nothing was compared.
QString baselinesText(const metrics::RunSummary& run);

}  // namespace masu::ui
