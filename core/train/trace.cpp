#include <algorithm>

#include <torch/script.h>
#include <torch/utils.h>

#include "core/flow/machine.h"
#include "core/train/guarded.h"
#include "core/train/learner.h"
#include "core/train/memory_meter.h"
#include "core/train/model.h"
#include "core/train/objective.h"
#include "core/train/process_memory.h"
#include "core/train/trainer.h"

namespace masu::train {

namespace {

constexpr std::uint64_t kFewSamples = 2;
constexpr std::uint64_t kMoreSamples = 10;

/// A batch of the dataset's shape, all zero: memory and work depend on shapes alone.
struct BlankBatch {
  BlankBatch(const DataFacts& facts, std::uint64_t samples)
      : features(samples * static_cast<std::size_t>(facts.featureCount())),
        codes(samples * facts.cardinalities.size()),
        labels(facts.predictsValues() ? 0 : samples),
        targets(facts.predictsValues() ? samples * static_cast<std::size_t>(facts.outputs) : 0) {
    batch.samples = samples;
    batch.features = features;
    batch.categories = codes;
    batch.labels = labels;
    batch.targets = targets;
  }

  std::vector<float> features;
  std::vector<std::int64_t> codes;
  std::vector<std::int64_t> labels;
  std::vector<float> targets;
  loader::Batch batch;
};

struct StepReading {
  std::uint64_t kept = 0;       ///< held between forward and backward pass
  std::uint64_t transient = 0;  ///< the most above that, gradients left out
};

StepReading traceStep(Model& model, const DataFacts& facts, std::uint64_t samples, std::uint64_t gradientBytes) {
  const BlankBatch blank(facts, samples);
  for (at::Tensor parameter : model.module().parameters()) parameter.mutable_grad().reset();
  const MemoryMeter meter;
  Score score(facts.classes.size());
  at::Tensor loss = objective(model.answer(blank.batch), blank.batch, facts, score);
  const auto kept = static_cast<std::uint64_t>(std::max<std::int64_t>(meter.read().held, 0));
  loss.backward();
  const auto peak = static_cast<std::uint64_t>(std::max<std::int64_t>(meter.read().peak, 0));
  return {kept, peak > kept + gradientBytes ? peak - kept - gradientBytes : 0};
}

std::uint64_t perSample(std::uint64_t few, std::uint64_t more) {
  constexpr std::uint64_t kDifference = kMoreSamples - kFewSamples;
  return more > few ? (more - few + kDifference - 1) / kDifference : 0;
}

estimate::ModelFootprint footprintOf(const std::string& name, Model& model, const DataFacts& facts) {
  estimate::ModelFootprint footprint;
  footprint.model = name;
  footprint.parameters = model.parameters();
  for (const at::Tensor& parameter : model.module().parameters()) footprint.parameterBytes += parameter.nbytes();
  for (const at::Tensor& buffer : model.module().buffers()) footprint.bufferBytes += buffer.nbytes();
  model.setTraining(true);
  const Bytes before = residentMemory();
  const StepReading few = traceStep(model, facts, kFewSamples, footprint.parameterBytes);
  const StepReading more = traceStep(model, facts, kMoreSamples, footprint.parameterBytes);
  footprint.activationBytesPerSample = perSample(few.kept, more.kept);
  footprint.workspaceBytesPerSample = perSample(few.transient, more.transient);
  // What the process grew by beyond the tensors counted: kernels compiled on first use, scratch of the matrix library.
  const std::uint64_t grown = std::max(residentMemory().value, before.value) - before.value;
  const std::uint64_t fixed = few.transient - std::min(few.transient, kFewSamples * footprint.workspaceBytesPerSample);
  footprint.workspaceBytes = std::max(fixed, grown - std::min(grown, footprint.parameterBytes));
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
  std::vector<estimate::ModelFootprint> footprints;
  for (const std::string& name : spec.models) {
    MASU_TRY(Model model, Model::create(name, facts, spec.seed));
    auto footprint = guarded(MASU_TEXT("core", "The model could not be traced: {0}."),
                             [&]() -> Result<estimate::ModelFootprint> { return footprintOf(name, model, facts); });
    if (!footprint) return fail(std::move(footprint.error()));
    footprint->runtimeBytes = runtime;
    footprints.push_back(std::move(*footprint));
  }
  return footprints;
}

}  // namespace masu::train
