#include "core/tasks/outlook_task.h"

namespace masu::tasks {

Result<Outlook> lookAhead(std::shared_ptr<const store::Dataset> dataset, const loader::StreamOptions& options,
                          const JobContext& job) {
  Outlook outlook;
  MASU_TRY(outlook.forecast, loader::forecastOf(dataset, options, job.stop));
  if (options.shuffle != loader::Shuffle::blocks || dataset->find("labels") == nullptr) return outlook;
  MASU_TRY(outlook.shuffle, loader::outlookOf(std::move(dataset), options, job.stop));
  return outlook;
}

}  // namespace masu::tasks
