// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/tasks/report/dataset_facts.h"
#include "core/tasks/report/report_words.h"

namespace masu::tasks {

/// The card of a dataset as a whole page, the same to the byte for the same facts. It names files, but no folder: who
/// is sent it need not know where they are.
std::string datasetReport(const DatasetFacts& facts, const ReportWords& words);

}  // namespace masu::tasks
