#include "core/train/trainer.h"

#include "core/train/training_run.h"

namespace masu::train {

Result<void> train(const metrics::RunSpec& spec, const EventSink& sink, const JobContext& job) {
  auto run = TrainingRun::prepare(spec, sink);
  if (!run) {
    sink(metrics::Failed{run.error()});
    return fail(std::move(run.error()));
  }
  const Result<void> done = (*run)->execute(job);
  if (!done) {
    // The failure in hand is what counts, also where the log cannot take it any more.
    (void)(*run)->report(metrics::Failed{done.error()});
  }
  return done;
}

}  // namespace masu::train
