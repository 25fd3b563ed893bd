// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/ingest/journal/record_log.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

class RecordingCache;

/// How sources are read so that a model can be asked about their records.
struct PredictionPlan {
  ImportPlan import;                  ///< in the order of the sources, whatever order the recipe stored samples in
  std::vector<LoggedColumn> columns;  ///< of a table, for a RecordLog: those to be kept, then the labels there are
};

/// The plan that reads `sources` as the recipe `known` read those that a model learned from: its types, missing values
/// and filter, but not its shuffle. Labels need not be there, and no record is rejected for lack of one. `keep`:
/// columns of a table whose cells are wanted beside the predictions. What a person should know is in import.notes.
/// Errors: those of a survey; columns of the model that are missing; a column to be kept that is not there. `cache`: as
/// for survey().
Result<PredictionPlan> planPrediction(const ImportPlan& known, const std::vector<std::filesystem::path>& sources,
                                      const std::vector<std::string>& keep, const JobContext& job,
                                      const Resources& resources, std::shared_ptr<RecordingCache> cache = nullptr);

}  // namespace masu::ingest
