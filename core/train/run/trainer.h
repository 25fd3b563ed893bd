// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/base/job.h"
#include "core/flow/process_group.h"
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
/// Of several processes, each of which is to call this with its place, rank 0 does all that, and the others compute
/// their part of every step; see Ranks. One that fails ends all, and a stop or a pause that one is asked for is that of
/// all. To the bit they learn what one process with the same slices learns.
Result<void> train(const metrics::RunSpec& spec, const EventSink& sink, const JobContext& job, Pause* pause = nullptr,
                   const flow::ProcessGroup& place = {});

}  // namespace masu::train
