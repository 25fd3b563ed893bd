// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include "core/metrics/run_log.h"
#include "core/tasks/report/markup.h"
#include "core/tasks/report/report_words.h"
#include "core/tasks/report/run_facts.h"

namespace masu::tasks {

/// A model as reports call it: a file without its folder, and with its learning rate where the run has the model at
/// several.
std::string modelTitle(const metrics::RunSummary& model, const ReportedRun& run, const ReportWords& words);

/// A figure with up to six significant digits: "–" where it is absent, and "inf" of one that is beyond all numbers.
std::string valueText(double value);

/// What a run has of one of its models: curves, figures, classes, confusion. `number` is its place in
/// ReportedRun::models.
Markup modelReport(const ReportedRun& run, std::size_t number, const ReportWords& words);

}  // namespace masu::tasks
