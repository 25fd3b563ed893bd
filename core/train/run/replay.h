// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/metrics/replay_spec.h"

namespace masu::train {

using ReplaySink = std::function<void(const metrics::ReplayProgress&)>;

/// Compares the checkpoints of a run with its receipt, see compareCheckpoints(); then trains steps of it again, in
/// memory, and compares them with its log and its receipt: from the nearest state that the run kept before them, else
/// from its first step, all in one pass. Every step on the way is compared, and weights wherever the receipt has them.
/// Stops at the first difference. Nothing is written. The run's own threads compute, as bits depend on their number.
/// The progress of steps goes to `sink`, about ten times a second.
/// Errors: no receipt or log; one of them, or a state that the run kept, is damaged; steps that the log does not have;
/// another number of steps an epoch than the order has as computed now; those of the dataset, Errc::damaged where a
/// value is not as its checksum has it; those of a run before its first step; cancelled.
/// Threads: as train().
Result<metrics::ReplaySummary> replay(const metrics::ReplaySpec& spec, const ReplaySink& sink, const JobContext& job);

}  // namespace masu::train
