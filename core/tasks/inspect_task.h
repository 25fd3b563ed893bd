// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/table/survey/table_preview.h"

namespace masu::tasks {

/// What an import would take and give, known before a byte is written. Sizes are upper bounds.
struct Forecast {
  std::uint64_t bytes = 0;         ///< of the finished dataset
  std::uint64_t scratchBytes = 0;  ///< on disk while importing, beyond `bytes`
  double seconds = 0;
  std::uint64_t peakMemoryBytes = 0;
  std::uint64_t diskFreeBytes = 0;
  bool fitsDisk = false;
  /// Size of the dataset and largest loss over numeric columns at each type that could hold it.
  struct AtType {
    table::DType type = table::DType::f32;
    std::uint64_t bytes = 0;
    double largestError = 0;
    std::string worstColumn;
    bool overflows = false;
  };
  std::vector<AtType> types;
};

struct InspectRequest {
  ingest::ImportOptions options;
  std::string recipe;            ///< JSON of a recipe to bind to the sources; empty: none
  std::filesystem::path target;  ///< whose disk is asked for free space; empty: the current folder
  Resources resources;
};

/// What would be imported, and how.
struct PlannedImport {
  ingest::ImportPlan plan;
  std::shared_ptr<const ingest::RecordingCache> cache;  ///< recordings read for it, for LoadOptions::cache
};

struct Inspection {
  ingest::ImportPlan plan;
  std::shared_ptr<const ingest::RecordingCache> cache;
  ingest::TablePreview preview;  ///< empty for recordings
  Forecast forecast;
};

/// The plan alone, which takes no forecast.
Result<PlannedImport> planImport(const InspectRequest& request, const JobContext& job);

Result<Inspection> inspect(const InspectRequest& request, const JobContext& job);

/// The same after options changed, without reading the sources again where that is enough.
Result<Inspection> reinspect(const ingest::ImportPlan& plan, const InspectRequest& request, const JobContext& job);

}  // namespace masu::tasks
