// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/loader/stream/batch_stream.h"
#include "core/metrics/run_spec.h"

namespace masu::loader {

/// What a training run asks of its streams.
struct TrainingRequest {
  std::string manifest = "default";
  std::uint64_t batch = 64;
  std::uint32_t epochs = 1;
  std::uint64_t seed = 0;
  AugmentSpec augment;   ///< of what is learned from
  std::uint64_t blocks = 0;  ///< chunks shuffled together; 0: as StreamOptions says
  bool balance = false;  ///< draws every class equally often, where it is learned from
  bool narrow = false;   ///< features reach the trainer as they are stored, where it is to widen them
  Resources resources;   ///< of the run as a whole, resolved
};

/// What a run that was asked for so asks; `narrow` is for the trainer to say. `resources`: of the run as a whole,
/// resolved. Errors: an augmentation that nobody knows.
Result<TrainingRequest> trainingRequestOf(const metrics::RunSpec& spec, const Resources& resources);

/// The stream that is learned from, and one that scores a split, which runs beside it: how a run and the estimate of it
/// share memory and threads out between them.
StreamOptions learningStream(const TrainingRequest& request);
StreamOptions scoringStream(const TrainingRequest& request, store::Split split);

}  // namespace masu::loader
