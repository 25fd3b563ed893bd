// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/trainer.h"

#include "core/train/models/guarded.h"
#include "core/train/run/training_run.h"

namespace masu::train {

namespace {

constexpr const char* kFailed = MASU_TEXT("core", "Training failed: {0}.");

}  // namespace

Result<void> train(const metrics::RunSpec& spec, const EventSink& sink, const JobContext& job, Pause* pause) {
  auto run = guarded(kFailed, [&] { return TrainingRun::prepare(spec, sink, job.stop); });
  if (!run) {
    sink(metrics::Failed{run.error()});
    return fail(std::move(run.error()));
  }
  Result<void> done = guarded(kFailed, [&] { return (*run)->execute(job, pause); });
  if (!done) {
    // The failure in hand is what counts, also where the log cannot take it any more.
    (void)(*run)->report(metrics::Failed{done.error()});
  }
  return done;
}

}  // namespace masu::train
