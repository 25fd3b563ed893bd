// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <torch/script.h>
#include <torch/utils.h>

#include "core/estimate/ledger.h"
#include "core/flow/machine.h"
#include "core/train/data/device.h"
#include "core/train/data/zero_batch.h"
#include "core/train/learning/learner.h"
#include "core/train/learning/loss_spec.h"
#include "core/train/models/confine.h"
#include "core/train/models/guarded.h"
#include "core/train/models/model.h"
#include "core/train/probe/card_run.h"
#include "core/train/probe/dry_run.h"
#include "core/train/probe/flop_meter.h"
#include "core/train/probe/memory_meter.h"
#include "core/train/probe/probe.h"

namespace masu::train {

namespace {

constexpr const char* kFailed = MASU_TEXT("core", "The model could not be traced: {0}.");
constexpr std::uint64_t kFewSamples = 2;
constexpr std::uint64_t kMoreSamples = 18;

/// What LibTorch's allocator was asked for, exactly.
struct StepReading {
  std::uint64_t kept = 0;       ///< tensors held between forward and backward pass
  std::uint64_t transient = 0;  ///< the most above that, gradients included
};

StepReading traceStep(Model& model, const DatasetSummary& summary, std::uint64_t samples) {
  const ZeroBatch blank(summary, samples);
  const LossSpec lossSpec{summary.predictsValues() ? Loss::squared : Loss::crossEntropy, {}};
  // As an optimizer does between steps: gradients stay where they are.
  for (at::Tensor parameter : model.module().parameters()) {
    if (parameter.grad().defined()) parameter.mutable_grad().zero_();
  }
  const MemoryMeter meter;
  Score score(summary.classes.size(), summary.valueCount());
  MeanLoss reported;
  at::Tensor loss = objective(model.predict(blank.batch), blank.batch, summary, lossSpec, score, reported);
  const auto kept = static_cast<std::uint64_t>(std::max<std::int64_t>(meter.read().held, 0));
  loss.backward();
  const auto peak = static_cast<std::uint64_t>(std::max<std::int64_t>(meter.read().peak, 0));
  return {kept, peak - std::min(peak, kept)};
}

std::uint64_t flopsPerSample(Model& model, const DatasetSummary& summary) {
  const ZeroBatch blank(summary, kFewSamples);
  const torch::NoGradGuard noGradient;
  const FlopMeter meter;
  model.predict(blank.batch);
  return meter.count() / kFewSamples;
}

std::uint64_t perSample(std::uint64_t few, std::uint64_t more, std::uint64_t samples) {
  return more > few ? (more - few + samples - 1) / samples : 0;
}

std::uint64_t less(std::uint64_t from, std::uint64_t amount) {
  return from - std::min(from, amount);
}

/// What the model itself says: sizes, and what the allocator was asked for.
Result<estimate::ModelFootprint> countedFootprint(const std::string& name, const DatasetSummary& summary,
                                                  std::uint64_t seed) {
  MASU_TRY(Model model, Model::create(name, summary, seed));
  return guarded(kFailed, [&]() -> Result<estimate::ModelFootprint> {
    estimate::ModelFootprint footprint;
    footprint.model = name;
    footprint.parameters = model.parameters();
    for (const at::Tensor& parameter : model.module().parameters()) footprint.parameterBytes += parameter.nbytes();
    for (const at::Tensor& buffer : model.module().buffers()) footprint.bufferBytes += buffer.nbytes();
    footprint.checkpointBytes = model.savedBytes();
    model.setTraining(true);
    traceStep(model, summary, kMoreSamples);  // from here on gradients are there
    footprint.flopsPerSample = flopsPerSample(model, summary);
    const StepReading few = traceStep(model, summary, kFewSamples);
    const StepReading more = traceStep(model, summary, kMoreSamples);
    constexpr std::uint64_t kDifference = kMoreSamples - kFewSamples;
    footprint.activationBytesPerSample = perSample(few.kept, more.kept, kDifference);
    footprint.workspaceBytesPerSample = perSample(few.transient, more.transient, kDifference);
    return footprint;
  });
}

/// The batch of the dry run: the one asked for, as far as there are samples for it, a step of it takes no more than
/// a part of the memory that is left, and a slow core does it in a second or two. Beyond, a sample takes what others
/// took.
std::uint64_t dryRunBatch(std::uint64_t asked, const estimate::ModelFootprint& model, const DatasetSummary& summary) {
  constexpr std::uint64_t kPart = 4;
  constexpr std::uint64_t kWork = 40'000'000'000;  // operations of a step
  constexpr std::uint64_t kWorkPerByte = 4;        // what moving memory costs beside them
  const std::uint64_t batchBytes =
      2 * (static_cast<std::uint64_t>(summary.featureCount()) + summary.cardinalities.size() + 1) *
      sizeof(std::int64_t);
  const std::uint64_t sampleBytes = model.activationBytesPerSample + model.workspaceBytesPerSample + batchBytes;
  const std::uint64_t room = flow::thisMachine().memoryAvailable.value / kPart / sampleBytes;
  const std::uint64_t quick = kWork / (3 * model.flopsPerSample + kWorkPerByte * sampleBytes);
  std::uint64_t samples = std::min({asked, room, quick});
  if (const std::uint64_t train = summary.samplesOf(store::Split::train); train > 0) samples = std::min(samples, train);
  return std::max(samples, kFewSamples);
}

/// What the allocator's count misses: copies that libraries make in layouts of their own, and what is free between
/// blocks of different sizes. The process' own growth shows it, but in grains of pages and arenas, so that a slope
/// below these is none.
void addDryRun(const DryRun& dryRun, estimate::Optimizer optimizer, estimate::ModelFootprint& footprint) {
  constexpr std::uint64_t kGrain = std::uint64_t{2} << 20;
  const std::uint64_t copies = 2 + estimate::stateCopies(optimizer);  // weights, gradients and the optimizer's
  const std::uint64_t held = copies * footprint.parameterBytes + footprint.bufferBytes + dryRun.score.value;
  // Of libraries the system maps what is near what is asked for: more or less of it from one start to the next.
  constexpr std::uint64_t kMappedByChance = std::uint64_t{3} << 20;
  footprint.runtimeBytes = less(dryRun.settled.value, held) + kMappedByChance;
  // Predictions of training and of validation are counted apart.
  footprint.scoreBytes = 2 * dryRun.score.value;
  footprint.savingBytes = dryRun.saving.value;
  const std::uint64_t counted = footprint.activationBytesPerSample + footprint.workspaceBytesPerSample;
  const std::uint64_t difference = dryRun.manySamples - dryRun.fewSamples;
  const std::uint64_t grown = less(dryRun.manyPeak.value, dryRun.fewPeak.value + kGrain);
  const std::uint64_t sampleBytes = std::max(counted, difference > 0 ? grown / difference : 0);
  footprint.workspaceBytesPerSample = sampleBytes - footprint.activationBytesPerSample;
  const std::uint64_t beside = dryRun.settled.value + dryRun.manySamples * sampleBytes;
  footprint.workspaceBytes = less(dryRun.manyPeak.value, beside);
  footprint.stepSeconds = dryRun.timing.fixedSeconds;
  footprint.stepSecondsPerSample = dryRun.timing.secondsPerSample;
}

}  // namespace

Result<std::vector<estimate::ModelFootprint>> trace(const metrics::RunSpec& spec) {
  MASU_CHECK(metrics::checkSlices(spec.slices, spec.batch));
  setComputeThreads(flow::resolve({spec.threads, spec.memoryBytes}).threads);
  MASU_TRY(const estimate::Optimizer optimizer, estimate::optimizerFrom(spec.optimizer));
  MASU_TRY(const auto dataset, store::Dataset::open(spec.dataset));
  MASU_TRY(DatasetSummary summary, shapeOf(*dataset));
  // A model is sized by its train samples; before a split is drawn, by all of them.
  if (auto divided = summaryOf(*dataset, spec.manifest)) summary = std::move(*divided);
  MASU_CHECK(reshape(summary, spec.shape));
  const std::string confinement = confineModels();
  std::vector<estimate::ModelFootprint> footprints;
  for (const std::string& name : spec.models) {
    MASU_TRY(estimate::ModelFootprint footprint, countedFootprint(name, summary, spec.seed));
    // Slices take turns, as a batch of their size would.
    const std::uint64_t samples = estimate::samplesOfSlice(spec.batch, spec.slices);
    MASU_TRY(const DryRun dryRun, runDry(spec, name, summary, dryRunBatch(samples, footprint, summary)));
    addDryRun(dryRun, optimizer, footprint);
    if (bestDevice() == Device::cuda) {
      // A model too large for the card is estimated as for another one.
      const std::uint64_t onCard = std::max(std::min(samples, summary.samplesOf(store::Split::train)), kFewSamples);
      const auto steps = runOnCard(spec, footprint, summary, onCard);
      if (steps) footprint.card = *steps;
      if (!steps && steps.error().code != Errc::outOfMemory) return fail(steps.error());
    }
    footprints.push_back(std::move(footprint));
  }
  // Last, as what it takes would show in what the models take.
  MASU_TRY(const MachineSpeed speed, guarded(kFailed, []() -> Result<MachineSpeed> { return measureMachine(); }));
  for (estimate::ModelFootprint& footprint : footprints) {
    footprint.onCard = bestDevice() == Device::cuda;
    footprint.confinement = confinement;
    footprint.machineFlops = speed.flops;
    footprint.machineBytesPerSecond = speed.bytesPerSecond;
  }
  return footprints;
}

}  // namespace masu::train
