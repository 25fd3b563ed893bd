// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/tasks/report/report_words.h"
#include "core/tasks/report/run_facts.h"

namespace masu::tasks {

/// The report of a training run as a whole page, the same to the byte for the same facts. It names files, but no
/// folder: who is sent it need not know where they are.
std::string runReport(const ReportedRun& run, const ReportWords& words);

}  // namespace masu::tasks
