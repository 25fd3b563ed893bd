#include "core/tasks/stream_task.h"

#include "core/flow/machine.h"

namespace masu::tasks {

Result<StreamOutcome> stream(const StreamRequest& request, const JobContext& job) {
  MASU_TRY(auto dataset, store::Dataset::open(request.file));
  loader::StreamOptions options = request.options;
  options.simulatedBatchSeconds = request.simulatedBatchSeconds;
  MASU_TRY(const auto batches, loader::BatchStream::open(std::move(dataset), options));

  job.progress.begin(MASU_TEXT("core", "Streaming"), options.epochs * batches->samplesPerEpoch(),
                     Progress::Unit::samples);
  for (;;) {
    MASU_TRY(const loader::BatchPtr batch, batches->next(job.stop));
    if (!batch) break;
    job.progress.add(batch->samples);
  }
  return StreamOutcome{batches->report(), batches->state(), flow::peakMemory().value};
}

}  // namespace masu::tasks
