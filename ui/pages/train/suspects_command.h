// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/tasks/suspects/suspects_task.h"

namespace masu::ui {

/// The command of masu that looks for wrong labels as a request does: in a shell it finds the same.
QString suspectsCommand(const tasks::SuspectsRequest& request);

}  // namespace masu::ui
