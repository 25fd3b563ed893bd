// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/trainer.h"

#include "core/train/models/guarded.h"
#include "core/train/run/training_run.h"

namespace masu::train {

namespace {

constexpr const char* kFailed = MASU_TEXT("core", "Training failed: {0}.");

}  // namespace

Result<void> train(const metrics::RunSpec& spec, const EventSink& sink, const JobContext& job, Pause* pause,
                   const flow::ProcessGroup& place) {
  TrainingRun run(spec, sink);
  Result<void> begun = guarded(kFailed, [&]() -> Result<void> {
    MASU_CHECK(run.meetOthers(place));
    return run.prepare(job.stop);
  });
  if (!begun) {
    sink(metrics::Failed{begun.error()});
    run.leaveOthers(begun.error());
    return begun;
  }
  Result<void> done = guarded(kFailed, [&] { return run.execute(job, pause); });
  if (!done) {
    // The failure in hand is what counts, also where the log cannot take it any more.
    (void)run.report(metrics::Failed{done.error()});
    // All of them stop together.
    if (done.error().code != Errc::cancelled) run.leaveOthers(done.error());
  }
  return done;
}

}  // namespace masu::train
