#include "core/loader/training_streams.h"

#include <algorithm>

namespace masu::loader {

StreamOptions learningStream(const TrainingRequest& request) {
  StreamOptions options;
  options.manifest = request.manifest;
  options.batch = request.batch;
  options.seed = request.seed;
  options.epochs = request.epochs;
  options.normalise = true;
  // The trainer computes on every core; what the loader needs beside it is little and mostly waiting for the disk.
  options.resources = {std::max(1U, request.resources.threads / 2), request.resources.memoryBytes / 2};
  return options;
}

StreamOptions scoringStream(const TrainingRequest& request, store::Split split) {
  StreamOptions options = learningStream(request);
  options.split = split;
  options.shuffle = Shuffle::none;
  options.resources.memoryBytes = request.resources.memoryBytes / 4;
  return options;
}

}  // namespace masu::loader
