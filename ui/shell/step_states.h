// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/common/page.h"

namespace masu::ui {

/// What the step bar says beside a step, from the session alone, so that pages need not exist for it.
QString stateOf(Step step, const Session& session, const JobRunner& runner);
/// The line under the project's name.
QString projectDetail(const Session& session);

}  // namespace masu::ui
