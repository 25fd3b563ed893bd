#include <algorithm>

#include <malloc.h>
#include <torch/script.h>
#include <torch/utils.h>

#include "core/flow/machine.h"
#include "core/train/blank_batch.h"
#include "core/train/flop_meter.h"
#include "core/train/guarded.h"
#include "core/train/learner.h"
#include "core/train/memory_meter.h"
#include "core/train/model.h"
#include "core/train/objective.h"
#include "core/train/probe.h"
#include "core/train/process_memory.h"
#include "core/train/trainer.h"

namespace masu::train {

namespace {

constexpr std::uint64_t kFewSamples = 2;
constexpr std::uint64_t kMoreSamples = 18;

struct StepReading {
  std::uint64_t kept = 0;       ///< tensors held between forward and backward pass
  std::uint64_t transient = 0;  ///< the most above that, gradients included
  std::uint64_t process = 0;    ///< the most the process held
};

StepReading traceStep(Model& model, const DataFacts& facts, const loader::Batch& batch) {
  const Goal goal{facts.predictsValues() ? Loss::squared : Loss::crossEntropy, {}};
  // As an optimizer does between steps: gradients stay where they are.
  for (at::Tensor parameter : model.module().parameters()) {
    if (parameter.grad().defined()) parameter.mutable_grad().zero_();
  }
  const MemoryMeter meter;
  Score score(facts.classes.size(), facts.valueCount());
  at::Tensor loss = objective(model.answer(batch), batch, facts, goal, score);
  const auto kept = static_cast<std::uint64_t>(std::max<std::int64_t>(meter.read().held, 0));
  loss.backward();
  const auto peak = static_cast<std::uint64_t>(std::max<std::int64_t>(meter.read().peak, 0));
  return {kept, peak - std::min(peak, kept), 0};
}

/// A few steps, since the heap grows for some before what is freed fits what comes next.
StepReading traceSteps(Model& model, const DataFacts& facts, std::uint64_t samples) {
  constexpr int kSteps = 4;
  const BlankBatch blank(facts, samples);
  malloc_trim(0);  // what earlier steps left free would hide what these need
  restartPeakMemory();
  StepReading reading;
  for (int i = 0; i < kSteps; ++i) reading = traceStep(model, facts, blank.batch);
  reading.process = flow::peakMemory().value;
  return reading;
}

std::uint64_t flopsPerSample(Model& model, const DataFacts& facts) {
  const BlankBatch blank(facts, kFewSamples);
  const torch::NoGradGuard noGradient;
  const FlopMeter meter;
  model.answer(blank.batch);
  return meter.count() / kFewSamples;
}

std::uint64_t perSample(std::uint64_t few, std::uint64_t more) {
  constexpr std::uint64_t kDifference = kMoreSamples - kFewSamples;
  return more > few ? (more - few + kDifference - 1) / kDifference : 0;
}

std::uint64_t less(std::uint64_t from, std::uint64_t amount) {
  return from - std::min(from, amount);
}

/// `before` is what the process held without the model.
estimate::ModelFootprint footprintOf(const std::string& name, Model& model, const DataFacts& facts,
                                     std::uint64_t before) {
  estimate::ModelFootprint footprint;
  footprint.model = name;
  footprint.parameters = model.parameters();
  for (const at::Tensor& parameter : model.module().parameters()) footprint.parameterBytes += parameter.nbytes();
  for (const at::Tensor& buffer : model.module().buffers()) footprint.bufferBytes += buffer.nbytes();
  model.setTraining(true);
  traceSteps(model, facts, kMoreSamples);  // compiles kernels and fills the libraries' caches, once for any batch
  footprint.flopsPerSample = flopsPerSample(model, facts);
  const StepReading few = traceSteps(model, facts, kFewSamples);
  const StepReading more = traceSteps(model, facts, kMoreSamples);
  footprint.activationBytesPerSample = perSample(few.kept, more.kept);
  // The allocator's count misses what libraries take by themselves, such as copies in another layout; the process' own
  // growth misses what it had free. The larger of the two is the bound.
  const std::uint64_t counted = footprint.activationBytesPerSample + perSample(few.transient, more.transient);
  const std::uint64_t sampleBytes = std::max(counted, perSample(few.process, more.process));
  footprint.workspaceBytesPerSample = sampleBytes - footprint.activationBytesPerSample;
  const std::uint64_t weightsAndGradients = 2 * footprint.parameterBytes + footprint.bufferBytes;
  footprint.workspaceBytes = less(less(few.process, before), weightsAndGradients + kFewSamples * sampleBytes);
  return footprint;
}

}  // namespace

Result<std::vector<estimate::ModelFootprint>> trace(const metrics::RunSpec& spec) {
  const std::uint64_t runtime = residentMemory().value;
  setComputeThreads(flow::resolve({spec.threads, spec.memoryBytes}).threads);
  MASU_TRY(const auto dataset, store::Dataset::open(spec.dataset));
  MASU_TRY(DataFacts facts, shapeOf(*dataset));
  // A model is sized by its train samples; before a split is drawn, by all of them.
  if (auto divided = factsOf(*dataset, spec.manifest)) facts = std::move(*divided);
  MASU_CHECK(reshape(facts, spec.shape));
  std::vector<estimate::ModelFootprint> footprints;
  for (const std::string& name : spec.models) {
    const std::uint64_t before = footprints.empty() ? runtime : residentMemory().value;
    MASU_TRY(Model model, Model::create(name, facts, spec.seed));
    auto footprint =
        guarded(MASU_TEXT("core", "The model could not be traced: {0}."),
                [&]() -> Result<estimate::ModelFootprint> { return footprintOf(name, model, facts, before); });
    if (!footprint) return fail(std::move(footprint.error()));
    footprint->runtimeBytes = runtime;
    footprints.push_back(std::move(*footprint));
  }
  // Last, since what an optimizer holds would count as the next model's.
  for (estimate::ModelFootprint& footprint : footprints) {
    MASU_TRY(const StepTiming timing, timeSteps(spec, footprint.model, facts));
    footprint.stepSeconds = timing.fixedSeconds;
    footprint.stepSecondsPerSample = timing.secondsPerSample;
  }
  return footprints;
}

}  // namespace masu::train
