// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/base/job.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "core/train/run/pause.h"

namespace masu::train {

/// Receives events in order, from the training thread.
using EventSink = std::function<void(const metrics::RunEvent&)>;

/// Runs a spec to its end: every model of it from one stream of batches. A stop request ends it after the step in hand,
/// with the last checkpoint in place, and returns Errc::cancelled.
/// `spec.out` then holds spec.json, events.jsonl, last.pt and best.pt (in a folder a model where there are several).
/// A failure is both the last event and the result. Nothing is written before the dataset and every model were found
/// fit. The same spec gives the same figures on the same machine with the same number of threads; a model trained
/// beside others gives what it gives alone. Threads: one call a process at a time; LibTorch's thread count is set for
/// the process. While `pause` is wanted it waits after the step in hand, with the state to resume from in place.
Result<void> train(const metrics::RunSpec& spec, const EventSink& sink, const JobContext& job, Pause* pause = nullptr);

}  // namespace masu::train
