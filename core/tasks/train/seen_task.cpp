// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/seen_task.h"

#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "core/flow/machine.h"
#include "core/loader/stream/stream_plan.h"
#include "core/loader/stream/training_streams.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/metrics/data_note.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_replacement.h"
#include "core/metrics/run_spec.h"
#include "core/tasks/runs/requested_run.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::tasks {

namespace {

/// Errors: an order that depended on more than is known of the run.
Result<void> checkOrder(const metrics::RunSpec& spec, const metrics::DataNote& note) {
  if (note.order != loader::Sequence::version()) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "The run in {0} learned in the order {1}, which this version of Masu cannot compute: use the "
                          "version that trained it."),
                {spec.out.string(), note.order}, {spec.out.string()});
  }
  if (spec.balance || spec.blocks > 0) return {};
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "The run in {0} is of an earlier version of Masu, whose order depended on the memory that it "
                        "had: which steps learned from a sample is not known. Train again to find out."),
              {spec.out.string()}, {spec.out.string()});
}

/// What the run's own log says of its models.
Result<void> readProgress(const RequestedRun& run, SeenOutcome& outcome) {
  MASU_TRY(const auto summaries, metrics::RunLog::read(run.spec.out / metrics::kEventLogName));
  outcome.ended = !summaries.empty();
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const metrics::RunSummary& model = summaries[i];
    if (run.model && *run.model != i) continue;
    if (model.stepsPerEpoch != outcome.stepsPerEpoch) {
      return fail(Errc::unsupported,
                  MASU_TEXT("core",
                            "The run in {0} had {1} steps an epoch, and its order has {2} as computed now, so that it "
                            "is not known which samples its steps had: use the version of Masu that trained it."),
                  {run.spec.out.string(), std::to_string(model.stepsPerEpoch), std::to_string(outcome.stepsPerEpoch)},
                  {run.spec.out.string()});
    }
    const bool isTwin = std::ranges::any_of(summaries, [&](const auto& other) { return model.isTwinOf(other); });
    outcome.models.push_back(
        {model.model, isTwin ? model.learningRate : metrics::kAbsent, model.repeat, model.lastStep.step});
    outcome.stepsDone = std::max(outcome.stepsDone, model.lastStep.step);
    outcome.ended = outcome.ended && model.tested;
  }
  return {};
}

/// Calls body(sample, value) with a sample's value of an object that has one number a sample. Samples ascend.
template <class Body>
Result<void> eachValue(const store::Dataset& dataset, const store::ObjectInfo& object, std::vector<SeenSample>& samples,
                       Body&& body) {
  for (auto at = samples.begin(); at != samples.end();) {
    const std::uint64_t first = at->named.sample;
    const auto end = std::find_if(
        at, samples.end(), [&](const SeenSample& one) { return one.named.sample >= first + manifest::kBlockSamples; });
    const std::uint64_t count = std::prev(end)->named.sample + 1 - first;
    MASU_TRY(const std::vector<double> values, dataset.readValues(object, first, count));
    for (; at != end; ++at) body(*at, values[at->named.sample - first]);
  }
  return {};
}

Result<void> markWeightless(const store::Dataset& dataset, const metrics::RunSpec& spec,
                            std::vector<SeenSample>& samples) {
  if (const store::ObjectInfo* weights = dataset.find("weights")) {
    MASU_CHECK(eachValue(dataset, *weights, samples,
                         [](SeenSample& sample, double weight) { sample.weightless = weight == 0; }));
  }
  const std::vector<float> ofClasses = metrics::listedClassWeights(spec.classWeights).value_or(std::vector<float>());
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels == nullptr || std::ranges::find(ofClasses, 0.0F) == ofClasses.end()) return {};
  return eachValue(dataset, *labels, samples, [&](SeenSample& sample, double label) {
    const bool isClass = label >= 0 && label < static_cast<double>(ofClasses.size());
    if (isClass && ofClasses[static_cast<std::size_t>(label)] == 0) sample.weightless = true;
  });
}

/// `memoryBytes`: what the uses may take.
Result<void> addUses(const store::Dataset& dataset, const loader::Sequence& sequence, std::uint64_t batch,
                     std::uint64_t memoryBytes, const std::stop_token& stop, SeenOutcome& outcome) {
  const std::uint64_t epochs = ceilDivide(outcome.stepsDone, outcome.stepsPerEpoch);
  std::uint64_t taken = 0;
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const loader::EpochOrder order = sequence.order(static_cast<std::uint32_t>(epoch));
    const std::uint64_t steps = std::min(outcome.stepsPerEpoch, outcome.stepsDone - epoch * outcome.stepsPerEpoch);
    for (SeenSample& sample : outcome.samples) {
      taken -= sample.uses.capacity() * sizeof(SampleUse);
      for (const std::uint64_t position : sequence.positionsOf(order, sample.named.sample)) {
        if (position / batch < steps) sample.uses.push_back({static_cast<int>(epoch) + 1, position / batch + 1});
      }
      taken += sample.uses.capacity() * sizeof(SampleUse);
    }
    if (taken > memoryBytes) {
      return fail(manifest::beyondMemory(dataset, MASU_TEXT("core", "the steps of the samples"), taken, memoryBytes));
    }
  }
  return {};
}

}  // namespace

Result<SeenOutcome> seen(const SeenRequest& request, const JobContext& job) {
  MASU_CHECK(metrics::completeReplacement(request.run));
  MASU_TRY(RequestedRun run, requestedRun(request.run));
  metrics::RunSpec& spec = run.spec;
  if (!request.dataset.empty()) spec.dataset = request.dataset;
  MASU_TRY(const metrics::DataNote note, metrics::readDataNote(spec.out));
  MASU_CHECK(checkOrder(spec, note));
  MASU_TRY(const auto dataset, datasetOf(spec, note.uuid, !request.dataset.empty()));
  // Which samples a balanced run drew follows from their classes.
  if (spec.balance) MASU_CHECK(checkLabels(*dataset, spec, note.labels));
  MASU_TRY(const std::uint64_t memory, memoryBeside(*dataset, 1, request.resources));
  MASU_TRY(const LearnedSplit split, splitOf(*dataset, spec, note.splitHash));
  spec.manifest = split.manifest;
  SeenOutcome outcome;
  outcome.dataset = note.uuid;
  outcome.manifest = split.manifest;
  outcome.epochsPlanned = spec.epochs;
  outcome.balanced = spec.balance;
  MASU_TRY(auto named, manifest::samplesNamed(*dataset, request.sample, job.stop));
  for (manifest::NamedSample& sample : named) {
    const store::Split its = split.assignment[sample.sample];
    outcome.samples.push_back({std::move(sample), its, false, {}});
  }
  MASU_CHECK(markWeightless(*dataset, spec, outcome.samples));
  MASU_TRY(const auto training, loader::trainingRequestOf(spec, flow::resolve(request.resources)));
  MASU_TRY(const loader::StreamSpec stream,
           loader::planStream(dataset, &split.assignment, loader::learningStream(training), job.stop));
  outcome.stepsPerEpoch = stream.batchesPerEpoch;
  MASU_CHECK(readProgress(run, outcome));
  MASU_CHECK(addUses(*dataset, *stream.source.sequence, spec.batch, memory, job.stop, outcome));
  return outcome;
}

}  // namespace masu::tasks
