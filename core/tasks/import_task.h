#pragma once

#include "core/base/job.h"
#include "core/ingest/load.h"

namespace masu::tasks {

struct ImportRequest {
  ingest::ImportPlan plan;
  ingest::LoadOptions load;
  Resources resources;
};

struct ImportOutcome {
  ingest::ImportReport report;
  std::filesystem::path dataset;
  std::uint64_t peakMemoryBytes = 0;
};

Result<ImportOutcome> runImport(const ImportRequest& request, const JobContext& job);

}  // namespace masu::tasks
