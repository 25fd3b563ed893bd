#include "core/train/training_run.h"

#include <algorithm>

#include "core/flow/machine.h"
#include "core/train/checkpoint_note.h"
#include "core/train/process_memory.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;

Result<void> checkSpec(const metrics::RunSpec& spec) {
  if (spec.models.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Name at least one model to train."));
  }
  if (spec.epochs < 1 || spec.batch < 1) {
    return fail(Errc::invalidArgument, MASU_TEXT("core",
                                                 "A training run needs at least one epoch and a batch of at "
                                                 "least one sample."));
  }
  if (spec.learningRate < 0 || spec.weightDecay < 0) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Learning rate and weight decay cannot be less than nothing."));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<TrainingRun>> TrainingRun::prepare(const metrics::RunSpec& spec, const EventSink& sink) {
  MASU_CHECK(checkSpec(spec));
  auto run = std::make_unique<TrainingRun>();
  run->m_spec = spec;
  run->m_sink = sink;
  run->m_resources = flow::resolve({spec.threads, spec.memoryBytes});
  setComputeThreads(run->m_resources.threads);
  MASU_TRY(run->m_dataset, store::Dataset::open(spec.dataset));
  MASU_TRY(run->m_facts, factsOf(*run->m_dataset, spec.manifest));
  MASU_TRY(const Schedule schedule, scheduleFrom(spec.schedule));
  MASU_CHECK(run->openStreams());
  LearnerOptions options;
  options.optimizer = spec.optimizer;
  options.schedule = schedule;
  options.learningRate = spec.learningRate;
  options.weightDecay = spec.weightDecay;
  options.seed = spec.seed;
  options.steps = static_cast<std::uint64_t>(spec.epochs) * run->m_streams.train->batchesPerEpoch();
  for (const std::string& model : spec.models) {
    options.model = model;
    Entrant entrant;
    entrant.number = static_cast<int>(run->m_entrants.size());
    entrant.model = model;
    MASU_TRY(entrant.learner, Learner::create(options, run->m_facts));
    run->m_entrants.push_back(std::move(entrant));
  }
  MASU_TRY(run->m_directory, RunDirectory::create(spec));
  return run;
}

Result<void> TrainingRun::openStreams() {
  loader::StreamOptions options;
  options.manifest = m_spec.manifest;
  options.batch = m_spec.batch;
  options.seed = m_spec.seed;
  options.epochs = static_cast<std::uint32_t>(m_spec.epochs);
  options.normalise = true;
  // LibTorch computes on every core; what the loader needs beside it is little and mostly waiting for the disk.
  options.resources = {std::max(1U, m_resources.threads / 2), m_resources.memoryBytes / 2};
  MASU_TRY(m_streams.train, loader::BatchStream::open(m_dataset, options));
  m_streams.queueCapacity = options.queue;
  if (m_facts.samplesOf(store::Split::validation) == 0) return {};
  options.split = store::Split::validation;
  options.shuffle = loader::Shuffle::none;
  options.resources.memoryBytes = m_resources.memoryBytes / 4;
  MASU_TRY(m_streams.validation, loader::BatchStream::open(m_dataset, options));
  return {};
}

Result<void> TrainingRun::report(const metrics::RunEvent& event) {
  if (m_sink) m_sink(event);
  return m_directory.append(event);
}

Result<void> TrainingRun::execute(const JobContext& job) {
  const std::uint64_t steps = m_streams.train->batchesPerEpoch();
  job.progress.begin(MASU_TEXT("core", "Training"), static_cast<std::uint64_t>(m_spec.epochs) * steps,
                     Progress::Unit::steps);
  MASU_CHECK(announce());
  for (int epoch = 1; epoch <= m_spec.epochs && !allResting(); ++epoch) {
    const auto begin = Clock::now();
    Result<void> done = trainEpoch(epoch, job);
    if (done) done = closeEpoch(epoch, job.stop, begin);
    if (!done) {
      if (done.error().code == Errc::cancelled) MASU_CHECK(saveInterrupted(epoch));
      return done;
    }
  }
  const double starved = m_streams.train->report().starvedFraction;
  MASU_CHECK(test(job.stop));
  return report(metrics::Finished{starved, flow::peakMemory().value});
}

Result<void> TrainingRun::announce() {
  for (const Entrant& entrant : m_entrants) {
    MASU_CHECK(report(metrics::RunStarted{entrant.number, entrant.model, entrant.learner->parameters(), m_spec.epochs,
                                          m_streams.train->batchesPerEpoch()}));
  }
  return {};
}

Result<void> TrainingRun::trainEpoch(int epoch, const JobContext& job) {
  for (Entrant& entrant : m_entrants) {
    entrant.trained = Score(m_facts.classes.size());
    entrant.meter.restart();
  }
  for (std::uint64_t step = 1;; ++step) {
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, m_streams.train->next(job.stop));
    if (batch == nullptr) return {};
    for (Entrant& entrant : m_entrants) {
      if (entrant.resting) continue;
      MASU_CHECK(entrant.learner->learn(*batch, entrant.trained));
      entrant.meter.add(entrant.trained.lastLoss(), batch->samples);
      MASU_CHECK(reportStep(entrant, epoch, step, batch->lastOfEpoch));
    }
    job.progress.add(1);
    job.progress.addSamples(batch->samples);
    if (batch->lastOfEpoch) return {};
  }
}

Result<void> TrainingRun::reportStep(Entrant& entrant, int epoch, std::uint64_t step, bool last) {
  const auto reading = entrant.meter.read(last || (epoch == 1 && step == 1));
  if (!reading) return {};
  const loader::StreamReport stream = m_streams.train->report();
  const std::uint64_t stepsBefore = static_cast<std::uint64_t>(epoch - 1) * m_streams.train->batchesPerEpoch();
  return report(metrics::StepDone{.run = entrant.number,
                                  .epoch = epoch,
                                  .step = stepsBefore + step,
                                  .loss = reading->loss,
                                  .samplesPerSecond = reading->samplesPerSecond,
                                  .starvedFraction = stream.starvedFraction,
                                  .batchesReady = stream.queueFill,
                                  .queueCapacity = m_streams.queueCapacity,
                                  .memoryBytes = residentMemory().value});
}

Result<std::vector<Score>> TrainingRun::judge(loader::BatchStream& stream, bool all, const std::stop_token& stop) {
  std::vector<Score> scores(m_entrants.size(), Score(m_facts.classes.size()));
  for (;;) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, stream.next(stop));
    if (batch == nullptr) return scores;
    for (std::size_t i = 0; i < m_entrants.size(); ++i) {
      if (all || !m_entrants[i].resting) MASU_CHECK(m_entrants[i].learner->judge(*batch, scores[i]));
    }
    if (batch->lastOfEpoch) return scores;
  }
}

Result<void> TrainingRun::closeEpoch(int epoch, const std::stop_token& stop, Clock::time_point begin) {
  std::vector<Score> scores(m_entrants.size());
  if (m_streams.validation != nullptr) {
    MASU_TRY(scores, judge(*m_streams.validation, false, stop));
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  for (std::size_t i = 0; i < m_entrants.size(); ++i) {
    Entrant& entrant = m_entrants[i];
    if (entrant.resting) continue;
    MASU_CHECK(report(metrics::EpochDone{entrant.number, epoch, entrant.trained.loss(), entrant.trained.accuracy(),
                                         scores[i].loss(), scores[i].accuracy(), seconds}));
    MASU_CHECK(keepCheckpoints(entrant, epoch, scores[i].loss()));
  }
  return {};
}

Result<void> TrainingRun::keepCheckpoints(Entrant& entrant, int epoch, double validationLoss) {
  MASU_CHECK(writeCheckpoint(entrant, epoch, m_directory.lastCheckpoint(entrant.number)));
  if (m_streams.validation == nullptr) return {};
  if (validationLoss < entrant.bestLoss) {
    entrant.bestLoss = validationLoss;
    entrant.hasBest = true;
    entrant.epochsWithoutBetter = 0;
    return writeCheckpoint(entrant, epoch, m_directory.bestCheckpoint(entrant.number));
  }
  ++entrant.epochsWithoutBetter;
  entrant.resting = m_spec.patience > 0 && entrant.epochsWithoutBetter >= m_spec.patience;
  return {};
}

Result<void> TrainingRun::writeCheckpoint(const Entrant& entrant, int epoch, const std::filesystem::path& file) {
  MASU_CHECK(entrant.learner->save(file, checkpointNote(m_spec, entrant.model, epoch, m_facts)));
  return report(metrics::CheckpointWritten{entrant.number, epoch, file.string()});
}

Result<void> TrainingRun::saveInterrupted(int epoch) {
  for (const Entrant& entrant : m_entrants) {
    if (!entrant.resting) MASU_CHECK(writeCheckpoint(entrant, epoch, m_directory.lastCheckpoint(entrant.number)));
  }
  return {};
}

Result<void> TrainingRun::test(const std::stop_token& stop) {
  const bool hasTest = m_facts.samplesOf(store::Split::test) > 0;
  std::vector<Score> scores(m_entrants.size());
  for (const Entrant& entrant : m_entrants) {
    if (entrant.hasBest) MASU_CHECK(entrant.learner->restore(m_directory.bestCheckpoint(entrant.number)));
  }
  if (hasTest || m_streams.validation != nullptr) {
    loader::StreamOptions options;
    options.manifest = m_spec.manifest;
    options.split = hasTest ? store::Split::test : store::Split::validation;
    options.batch = m_spec.batch;
    options.shuffle = loader::Shuffle::none;
    options.normalise = true;
    options.resources = {std::max(1U, m_resources.threads / 2), m_resources.memoryBytes / 4};
    MASU_TRY(const auto stream, loader::BatchStream::open(m_dataset, options));
    MASU_TRY(scores, judge(*stream, true, stop));
  }
  for (std::size_t i = 0; i < m_entrants.size(); ++i) {
    const Entrant& entrant = m_entrants[i];
    const std::filesystem::path checkpoint =
        entrant.hasBest ? m_directory.bestCheckpoint(entrant.number) : m_directory.lastCheckpoint(entrant.number);
    MASU_CHECK(report(metrics::RunTested{entrant.number, hasTest ? scores[i].loss() : metrics::kAbsent,
                                         hasTest ? scores[i].accuracy() : metrics::kAbsent, scores[i].confusion(),
                                         checkpoint.string()}));
  }
  return {};
}

bool TrainingRun::allResting() const {
  return std::all_of(m_entrants.begin(), m_entrants.end(), [](const Entrant& entrant) { return entrant.resting; });
}

}  // namespace masu::train
