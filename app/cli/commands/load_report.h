// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/report.h"
#include "core/tasks/data/import_task.h"

namespace masu::cli {

/// What the windows of recordings add and leave out; null of anything else.
nlohmann::ordered_json framesJson(const waveform::FrameUse& use);

/// What an import and an append report alike, each of what it loaded: how many records were rejected and for which
/// reasons, what was left out, and what the stored types cost; in the JSON of a report, the `columns`.
void addLoaded(Report& report, const ingest::ImportReport& loaded);

}  // namespace masu::cli
