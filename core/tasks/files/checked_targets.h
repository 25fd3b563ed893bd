// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/ingest/plan/import_plan.h"
#include "core/io/targets.h"
#include "core/store/read/dataset.h"

namespace masu::tasks {

/// Every file that an import of the plan reads: sources, archives, lists of labels and groups.
std::vector<std::filesystem::path> filesRead(const ingest::ImportPlan& plan);

/// The files that a dataset consists of: its own, its parts, its splits and the edits of its labels.
std::vector<std::filesystem::path> filesOf(const store::Dataset& dataset);

/// What writing a dataset of that name may replace: the file, the parts of one that is there, splits before and now.
std::vector<io::OutputTarget> datasetTargets(const std::filesystem::path& dataset, const std::string& option);

/// Refuses targets that a dataset consists of, as io::checkTargets() does, and those whose content is that of a source
/// which the dataset lists: it does not know where its sources are, but what is in them. Where such a source is a
/// header (.hea, .vhdr), so are the files beside it that it names or that have its name.
Result<void> checkTargets(const store::Dataset& dataset, const std::vector<io::OutputTarget>& targets);

}  // namespace masu::tasks
