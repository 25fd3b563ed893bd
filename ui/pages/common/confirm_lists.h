// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>

#include "core/ingest/plan/import_options.h"

namespace masu::ui {

/// A recipe may come from strangers: asks before a list of labels or groups is read that is not below the
/// sources, and states in `options` those that may be. True where there is none, or all may be read.
bool confirmLists(QWidget* window, const std::string& recipe, ingest::RecordingOptions& options);

}  // namespace masu::ui
