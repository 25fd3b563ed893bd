// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tasks/data/export_task.h"
#include "ui/session/unfinished_work.h"

namespace masu::ui {

/// An export as work that may be interrupted.
UnfinishedWork workOf(const tasks::ExportRequest& request);
/// What was asked for, so that the same again resumes it. What cannot be read is as by default.
shards::ShardOptions optionsOf(const UnfinishedWork& work);

}  // namespace masu::ui
