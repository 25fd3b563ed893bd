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

/// At best: the longer of arithmetic, three times that of a forward pass, and of moving memory.
double stepAtBest(const LedgerInput& input, const ModelFootprint& model, double flops, double bytesPerSecond) {
  const auto batch = static_cast<double>(input.batch);
  const double arithmetic = 3 * batch * static_cast<double>(model.flopsPerSample) / flops;
  return std::max(arithmetic, bytesMoved(input, model, batch) / bytesPerSecond);
}

/// By how much a step here was measured to be longer than this machine could do it at best.
double measuredExcess(const LedgerInput& input, const ModelFootprint& model) {
  const double measured = model.stepSeconds + static_cast<double>(input.batch) * model.stepSecondsPerSample;
  if (!(measured > 0) || !(model.machineFlops > 0) || !(model.machineBytesPerSecond > 0)) return 1;
  const double best = stepAtBest(input, model, model.machineFlops, model.machineBytesPerSecond);
  return best > 0 ? std::max(1.0, measured / best) : 1;
}

double stepOnDevice(const LedgerInput& input, const ModelFootprint& model) {
  return stepAtBest(input, model, input.device->flops, input.device->bytesPerSecond) * measuredExcess(input, model);
}

}  // namespace

EpochTime epochTime(const LedgerInput& input) {
  // Nothing is known of how fast a card is that no data sheet here tells of.
  if (input.device && !(input.device->flops > 0 && input.device->bytesPerSecond > 0)) return {};
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
