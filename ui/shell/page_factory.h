// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/common/page.h"

namespace masu::ui {

/// Makes the page of a step.
Page* makePage(Step step, Session& session, JobRunner& runner, QWidget* parent);

}  // namespace masu::ui
