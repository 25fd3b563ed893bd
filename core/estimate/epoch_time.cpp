// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/epoch_time.h"

#include <algorithm>
#include <cmath>

namespace masu::estimate {

namespace {

/// How much more arithmetic learning from a sample takes than predicting it.
constexpr double kLearning = 3;

/// What a step takes of a machine.
struct Work {
  double operations = 0;
  double bytes = 0;  ///< moved in memory

  double secondsAtBest(double flops, double bytesPerSecond) const {
    return std::max(operations / flops, bytes / bytesPerSecond);
  }
};

Work answering(const LedgerInput& input, const ModelFootprint& model, Precision compute) {
  const auto batch = static_cast<double>(input.batch);
  const double activations = batch * static_cast<double>(model.activationBytesPerSample);
  // Weights are read, activations written and read in the type that is computed in.
  return {batch * static_cast<double>(model.flopsPerSample),
          static_cast<double>(model.parameterBytes) + 2 * activations * bytesOf(compute) / bytesOf(Precision::f32)};
}

Work learning(const LedgerInput& input, const ModelFootprint& model, Precision compute) {
  Work work = answering(input, model, compute);
  work.operations *= kLearning;
  // Weights once more and written, gradients written and read, the optimizer's state read and written.
  const auto states = static_cast<double>(stateCopies(input.optimizer));
  work.bytes += (2 + 2 + 2 * states) * static_cast<double>(model.parameterBytes);
  return work;
}

/// How often a step goes through the model.
double passesOf(const LedgerInput& input) {
  return static_cast<double>(input.inference ? 1 : input.slices);
}

/// By how much a step here was measured to be longer than this machine could do it at best.
double measuredExcess(const LedgerInput& input, const ModelFootprint& model) {
  const double measured = stepSecondsHere(input, model, input.batch);
  if (!(measured > 0) || !(model.machineFlops > 0) || !(model.machineBytesPerSecond > 0)) return 1;
  const Work work = learning(input, model, Precision::f32);
  const double best = work.secondsAtBest(model.machineFlops, model.machineBytesPerSecond);
  return best > 0 ? std::max(1.0, measured / best) : 1;
}

double stepOnDevice(const LedgerInput& input, const ModelFootprint& model) {
  const Device& device = *input.device;
  const Work work = (input.inference ? answering : learning)(input, model, input.compute);
  return work.secondsAtBest(device.flopsIn(input.compute), device.bytesPerSecond) * measuredExcess(input, model);
}

/// Measured as steps that learn, on the processor or on the card of this machine.
template <class Steps>
double epochHere(const LedgerInput& input, const Steps& steps, double batches, double samples) {
  const double learned = batches * passesOf(input) * steps.stepSeconds + samples * steps.stepSecondsPerSample;
  return input.inference ? learned / kLearning : learned;
}

/// Steps on the card are measured in f32.
bool areStepsMeasured(const LedgerInput& input) {
  if (!input.device) return true;
  return input.deviceIsHere && input.compute == Precision::f32 &&
         std::ranges::all_of(input.models, [](const ModelFootprint& model) { return model.card.has_value(); });
}

/// By a data sheet.
bool isSpeedKnown(const LedgerInput& input) {
  return input.device->flopsIn(input.compute) > 0 && input.device->bytesPerSecond > 0;
}

}  // namespace

double stepSecondsHere(const LedgerInput& input, const ModelFootprint& model, std::uint64_t batch) {
  return model.stepSeconds * passesOf(input) + model.stepSecondsPerSample * static_cast<double>(batch);
}

EpochTime epochTime(const LedgerInput& input) {
  const bool isMeasured = areStepsMeasured(input);
  if (!isMeasured && !isSpeedKnown(input)) return {};
  const auto samples = static_cast<double>(input.trainSamples);
  const double batches = std::ceil(samples / static_cast<double>(std::max<std::uint64_t>(input.batch, 1)));
  EpochTime time{.isMeasured = isMeasured};
  for (const ModelFootprint& model : input.models) {
    time.computeSeconds += !isMeasured    ? batches * stepOnDevice(input, model)
                           : input.device ? epochHere(input, *model.card, batches, samples)
                                          : epochHere(input, model, batches, samples);
  }
  time.loaderSeconds = samples * input.loaderSecondsPerSample;
  return time;
}

double epochPrice(const LedgerInput& input) {
  constexpr double kSecondsOfHour = 3600;
  return input.device ? epochTime(input).seconds() / kSecondsOfHour * input.device->pricePerHour : 0;
}

}  // namespace masu::estimate
