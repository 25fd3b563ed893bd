// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/stream_task.h"

#include <chrono>

#include "core/base/hash.h"
#include "core/base/units.h"
#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/loader/forecast/label_profile.h"
#include "core/loader/stream/training_streams.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::tasks {

namespace {

using Clock = std::chrono::steady_clock;

/// One consumer: takes all that the stream gives, which was opened after `begin`.
Result<ConsumerOutcome> consume(loader::SharedStream& stream, unsigned consumer, Clock::time_point begin,
                                const JobContext& job) {
  ConsumerOutcome outcome;
  Hasher64 order;
  for (;;) {
    MASU_TRY(const loader::StreamEvent event, stream.next(consumer, job.stop));
    if (event.kind == loader::StreamEvent::Kind::end) break;
    if (event.kind == loader::StreamEvent::Kind::epochEnd) {
      ++outcome.epochs;
      continue;
    }
    const std::uint64_t samples = event.batch->samples - event.batch->padding;
    order.update(std::as_bytes(event.batch->indices.first(samples)));
    outcome.samples += samples;
    ++outcome.batches;
    if (consumer == 0) job.progress.add(samples);
  }
  outcome.seconds = secondsSince(begin);
  outcome.orderHash = order.digest();
  outcome.madeAgain = stream.madeAgain(consumer);
  return outcome;
}

/// Sets the forecast of how well the order mixes; nothing is set for a dataset without labels.
Result<void> forecastOrder(const std::shared_ptr<const store::Dataset>& dataset, const loader::StreamOptions& options,
                           const std::stop_token& stop, StreamOutcome& outcome) {
  if (dataset->find("labels") == nullptr) return {};
  if (options.shuffle == loader::Shuffle::blocks && options.resume.empty()) {
    MASU_TRY(const loader::ShuffleForecast shuffle, loader::forecastShuffle(dataset, options, stop));
    outcome.expectedDesignEffect = shuffle.chosen.effect;
    outcome.enough = shuffle.enough;
    return {};
  }
  MASU_TRY(const auto labels, loader::LabelProfile::of(*dataset, options, stop));
  const loader::QueueShape queue{.capacity = outcome.report.capacity, .minimumLeft = outcome.report.minimumLeft};
  outcome.expectedDesignEffect = labels.effect(options.shuffle, outcome.report.blocks, queue);
  return {};
}

/// A single consumer takes its batches without another thread between.
Result<std::vector<ConsumerOutcome>> consumeAll(loader::SharedStream& stream, unsigned consumers,
                                                Clock::time_point begin, const JobContext& job) {
  std::vector<ConsumerOutcome> outcomes(consumers);
  if (consumers == 1) {
    MASU_TRY(outcomes[0], consume(stream, 0, begin, job));
    return outcomes;
  }
  flow::WorkerPool pool(job.stop);
  pool.start(consumers, [&](unsigned consumer, const std::stop_token& stop) -> Result<void> {
    MASU_TRY(outcomes[consumer], consume(stream, consumer, begin, {stop, job.progress}));
    return {};
  });
  MASU_CHECK(pool.wait());
  return outcomes;
}

}  // namespace

Result<StreamOutcome> stream(const StreamRequest& request, const JobContext& job) {
  MASU_TRY(const auto dataset, store::Dataset::open(request.file, request.checking));
  loader::StreamOptions options = request.options;
  options.simulatedBatchSeconds = request.simulatedBatchSeconds;
  MASU_CHECK(loader::BatchStream::check(dataset, options));
  job.progress.begin(MASU_TEXT("core", "Measuring a few chunks"), 0, Progress::Unit::samples);
  StreamOutcome outcome;
  MASU_TRY(outcome.forecast, loader::forecastOf(dataset, options, job.stop));
  const auto begin = Clock::now();
  MASU_TRY(auto batches, loader::BatchStream::open(dataset, options));
  job.progress.begin(MASU_TEXT("core", "Streaming"), options.epochs * batches->samplesPerEpoch(),
                     Progress::Unit::samples);
  loader::SharedStream shared(std::move(batches), request.sharing);

  MASU_TRY(outcome.consumers, consumeAll(shared, request.sharing.consumers, begin, job));
  outcome.seconds = secondsSince(begin);
  outcome.report = shared.stream().report();
  outcome.state = shared.stream().state();
  MASU_CHECK(forecastOrder(dataset, options, job.stop, outcome));
  outcome.peakMemoryBytes = flow::peakMemory().value;
  return outcome;
}

Result<ForecastOutcome> forecastStream(std::shared_ptr<const store::Dataset> dataset,
                                       const loader::StreamOptions& options, const JobContext& job) {
  ForecastOutcome outcome;
  MASU_TRY(outcome.forecast, loader::forecastOf(dataset, options, job.stop));
  if (options.shuffle != loader::Shuffle::blocks || dataset->find("labels") == nullptr) return outcome;
  MASU_TRY(outcome.shuffle, loader::forecastShuffle(std::move(dataset), options, job.stop));
  return outcome;
}

Result<std::shared_ptr<const loader::SampleView>> openView(std::shared_ptr<const store::Dataset> dataset,
                                                           const std::string& manifest, const JobContext& job,
                                                           const Resources& resources) {
  std::optional<store::Assignment> assignment;
  if (!manifest.empty()) {
    MASU_TRY(assignment, assignmentOf(*dataset, manifest));
  }
  return loader::SampleView::open(std::move(dataset), assignment ? &*assignment : nullptr,
                                  {.manifest = manifest, .normalise = true, .resources = resources}, job.stop);
}

Result<ForecastOutcome> forecastTraining(std::shared_ptr<const store::Dataset> dataset, const metrics::RunSpec& spec,
                                         const JobContext& job) {
  const Resources resources = flow::resolve({spec.threads, spec.memoryBytes});
  MASU_TRY(const loader::TrainingRequest request, loader::trainingRequestOf(spec, resources));
  return forecastStream(std::move(dataset), loader::learningStream(request), job);
}

}  // namespace masu::tasks
