#include "core/estimate/epoch_time.h"

#include <algorithm>
#include <cmath>

namespace masu::estimate {

EpochTime epochTime(const LedgerInput& input) {
  const auto samples = static_cast<double>(input.trainSamples);
  const double batches = std::ceil(samples / static_cast<double>(std::max<std::uint64_t>(input.batch, 1)));
  EpochTime time;
  for (const ModelFootprint& model : input.models) {
    time.computeSeconds += batches * model.stepSeconds + samples * model.stepSecondsPerSample;
  }
  time.loaderSeconds = samples * input.loaderSecondsPerSample;
  return time;
}

}  // namespace masu::estimate
