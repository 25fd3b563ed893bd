#include "core/ingest/load.h"

#include "core/ingest/recording_load.h"
#include "core/ingest/table_load.h"

namespace masu::ingest {

Result<ImportReport> load(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                          const JobContext& job) {
  return plan.recordings ? loadRecordings(plan, options, resources, job) : loadTable(plan, options, resources, job);
}

}  // namespace masu::ingest
