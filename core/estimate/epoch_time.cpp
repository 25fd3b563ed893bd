#include "core/estimate/epoch_time.h"

#include <algorithm>
#include <cmath>

namespace masu::estimate {

namespace {

/// Weights are read twice and written, gradients written and read, the optimizer's state read and written, activations
/// written and read.
double bytesMoved(const LedgerInput& input, const ModelFootprint& model, double batch) {
  const double states = input.optimizer == Optimizer::sgd ? 1 : 2;
  const double parameters = static_cast<double>(model.parameterBytes);
  const double kept = batch * static_cast<double>(model.activationBytesPerSample);
  return (3 + 2 + 2 * states) * parameters + 2 * kept;
}

double stepOnDevice(const LedgerInput& input, const ModelFootprint& model) {
  const auto batch = static_cast<double>(input.batch);
  const double arithmetic = 3 * batch * static_cast<double>(model.flopsPerSample) / input.device->flops;
  return std::max(arithmetic, bytesMoved(input, model, batch) / input.device->bytesPerSecond);
}

}  // namespace

EpochTime epochTime(const LedgerInput& input) {
  const auto samples = static_cast<double>(input.trainSamples);
  const double batches = std::ceil(samples / static_cast<double>(std::max<std::uint64_t>(input.batch, 1)));
  EpochTime time;
  for (const ModelFootprint& model : input.models) {
    time.computeSeconds += input.device ? batches * stepOnDevice(input, model)
                                        : batches * model.stepSeconds + samples * model.stepSecondsPerSample;
  }
  time.loaderSeconds = samples * input.loaderSecondsPerSample;
  return time;
}

double epochPrice(const LedgerInput& input) {
  constexpr double kSecondsOfHour = 3600;
  return input.device ? epochTime(input).seconds() / kSecondsOfHour * input.device->pricePerHour : 0;
}

}  // namespace masu::estimate
