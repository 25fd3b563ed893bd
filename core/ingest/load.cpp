// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/load.h"

#include "core/ingest/plan/storage_rules.h"
#include "core/ingest/recordings/load/recording_load.h"
#include "core/ingest/table/load/table_load.h"

namespace masu::ingest {

Result<ImportReport> load(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                          const JobContext& job) {
  // What is appended is refused by admit(), as is what no survey met: the advice is another.
  if (!plan.ofRecordings() && !options.fixedFeatures) MASU_CHECK(checkWholeFeatures(plan));
  LoadOptions stoppable = options;
  stoppable.write.stop = job.stop;
  stoppable.write.progress = &job.progress;
  auto report = plan.ofRecordings() ? loadRecordings(plan, stoppable, resources, job)
                                    : loadTable(plan, stoppable, resources, job);
  if (report && options.write.resume && report->continuedFrom == 0 && !report->startedOver) {
    report->notes.push_back(
        {MASU_TEXT(
             "core",
             "There was nothing to resume in {0}: no import was interrupted after its first checkpoint, or what "
             "it left is damaged. Everything was imported from the beginning."),
         {options.target.string()}});
  }
  return report;
}

}  // namespace masu::ingest
