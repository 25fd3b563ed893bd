// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/training_streams.h"

#include <algorithm>

namespace masu::loader {

Result<TrainingRequest> trainingRequestOf(const metrics::RunSpec& spec, const Resources& resources) {
  TrainingRequest request;
  MASU_TRY(request.augment, AugmentSpec::parse(spec.augment));
  request.manifest = spec.manifest;
  request.batch = spec.batch;
  request.epochs = static_cast<std::uint32_t>(spec.epochs);
  request.seed = spec.seed;
  request.blocks = spec.blocks;
  request.balance = spec.balance;
  request.resources = resources;
  return request;
}

StreamOptions learningStream(const TrainingRequest& request) {
  StreamOptions options;
  options.manifest = request.manifest;
  options.batch = request.batch;
  options.seed = request.seed;
  options.epochs = request.epochs;
  options.blocks = request.blocks;
  options.normalise = true;
  options.narrow = request.narrow;
  options.augment = request.augment;
  if (request.balance) options.shuffle = Shuffle::balanced;
  // The trainer computes on every core, so that the loader begins with one worker; where it waits, cores are free.
  options.resources = {request.resources.threads, request.resources.memoryBytes / 2};
  options.consumerThreads = request.resources.threads;
  options.mostAhead = 2 * kBatchesAhead;
  return options;
}

StreamOptions scoringStream(const TrainingRequest& request, store::Split split) {
  StreamOptions options = learningStream(request);
  options.split = split;
  options.shuffle = Shuffle::none;
  options.augment = {};
  options.resources.memoryBytes = request.resources.memoryBytes / 4;
  // It waits most of the time, and the batches made ahead take memory meanwhile.
  options.mostAhead = kBatchesAhead;
  return options;
}

}  // namespace masu::loader
