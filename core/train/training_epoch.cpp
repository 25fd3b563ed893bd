#include <algorithm>
#include <system_error>

#include "core/io/confinement.h"
#include "core/train/checkpoint.h"
#include "core/train/confine.h"
#include "core/train/process_memory.h"
#include "core/train/training_run.h"

namespace masu::train {

namespace {

constexpr std::size_t kWorstKept = 50;

}  // namespace

/// A stop in the middle of validation leaves the epoch trained: after it is resumed, there is no batch left to learn
/// from.
Result<void> TrainingRun::trainEpoch(const JobContext& job) {
  if (m_step == 0) {
    for (Entrant& entrant : m_entrants) entrant.trained = newScore();
  }
  for (Entrant& entrant : m_entrants) entrant.meter.restart();
  while (m_step < m_streams.train->batchesPerEpoch()) {
    MASU_CHECK(waitWhilePaused(job.stop));
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, m_streams.train->next(job.stop));
    if (batch == nullptr) return {};
    ++m_step;
    MASU_CHECK(learnFrom(*batch));
    job.progress.add(1);
    job.progress.addSamples(batch->samples);
    if (!batch->lastOfEpoch && isSaveDue()) MASU_CHECK(saveState());
  }
  return {};
}

/// The state is kept first, so that nothing is lost where the machine is switched off meanwhile.
Result<void> TrainingRun::waitWhilePaused(const std::stop_token& stop) {
  if (m_pause == nullptr || !m_pause->wanted()) return {};
  const auto begin = Clock::now();
  MASU_CHECK(saveState());
  m_pause->wait(stop);
  m_paused += Clock::now() - begin;
  for (Entrant& entrant : m_entrants) entrant.meter.restart();
  return {};
}

Result<void> TrainingRun::learnFrom(const loader::Batch& batch) {
  for (Entrant& entrant : m_entrants) {
    if (entrant.resting) continue;
    const auto begin = Clock::now();
    MASU_CHECK(entrant.learner->learn(batch, entrant.trained));
    entrant.seconds += secondsOf(Clock::now() - begin);
    entrant.meter.add(entrant.trained.lastLoss(), batch.samples);
    MASU_CHECK(reportStep(entrant, batch.lastOfEpoch));
  }
  return {};
}

Result<void> TrainingRun::reportStep(Entrant& entrant, bool last) {
  const auto reading = entrant.meter.read(last || (m_epoch == 1 && m_step == 1));
  if (!reading) return {};
  const loader::StreamReport stream = m_streams.train->report();
  // Workers publish what they had begun when the queue was full already.
  const std::uint64_t ready = std::min(stream.queueFill, m_streams.queueCapacity);
  const std::uint64_t stepsBefore = static_cast<std::uint64_t>(m_epoch - 1) * m_streams.train->batchesPerEpoch();
  return report(metrics::StepDone{.run = entrant.number,
                                  .epoch = m_epoch,
                                  .step = stepsBefore + m_step,
                                  .loss = reading->loss,
                                  .samplesPerSecond = reading->samplesPerSecond,
                                  .starvedFraction = stream.starvedFraction,
                                  .batchesReady = ready,
                                  .queueCapacity = m_streams.queueCapacity,
                                  .memoryBytes = residentMemory().value,
                                  .learningRate = entrant.learner->learningRate()});
}

Result<std::vector<Score>> TrainingRun::judge(loader::BatchStream& stream, bool all, const std::stop_token& stop) {
  std::vector<Score> scores(m_entrants.size(), newScore());
  for (Score& score : scores) score.keepWorst(all ? kWorstKept : 0);
  for (;;) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, stream.next(stop));
    if (batch == nullptr) return scores;
    for (std::size_t i = 0; i < m_entrants.size(); ++i) {
      if (!all && m_entrants[i].resting) continue;
      const auto begin = Clock::now();
      MASU_CHECK(m_entrants[i].learner->judge(*batch, scores[i]));
      m_entrants[i].seconds += secondsOf(Clock::now() - begin);
    }
    if (batch->lastOfEpoch) return scores;
  }
}

Result<void> TrainingRun::closeEpoch(const std::stop_token& stop, double trainingSeconds) {
  const auto begin = Clock::now();
  std::vector<Score> scores(m_entrants.size());
  if (m_streams.validation != nullptr) {
    MASU_TRY(scores, judge(*m_streams.validation, false, stop));
  }
  const double seconds = trainingSeconds + secondsOf(Clock::now() - begin);
  const bool tellConfusion = m_data.facts.classes.size() <= metrics::kMostClassesToldOften;
  for (std::size_t i = 0; i < m_entrants.size(); ++i) {
    Entrant& entrant = m_entrants[i];
    if (entrant.resting) continue;
    MASU_CHECK(
        report(metrics::EpochDone{entrant.number, m_epoch, entrant.trained.figures(), scores[i].figures(), seconds,
                                  tellConfusion ? scores[i].confusion() : std::vector<std::uint64_t>()}));
    MASU_CHECK(keepCheckpoints(entrant, scores[i].loss()));
  }
  return {};
}

Result<void> TrainingRun::keepCheckpoints(Entrant& entrant, double validationLoss) {
  MASU_CHECK(writeCheckpoint(entrant, m_directory.lastCheckpoint(entrant.number)));
  MASU_CHECK(keepEpoch(entrant));
  if (m_streams.validation == nullptr) return {};
  if (validationLoss < entrant.bestLoss) {
    entrant.bestLoss = validationLoss;
    entrant.hasBest = true;
    entrant.epochsWithoutBetter = 0;
    return writeCheckpoint(entrant, m_directory.bestCheckpoint(entrant.number));
  }
  ++entrant.epochsWithoutBetter;
  entrant.resting = m_spec.patience > 0 && entrant.epochsWithoutBetter >= m_spec.patience;
  return {};
}

/// A checkpoint of this epoch where the rule asks for one; the one that it takes the place of goes after it is written.
Result<void> TrainingRun::keepEpoch(const Entrant& entrant) {
  if (m_spec.keepEvery < 1 || m_epoch % m_spec.keepEvery != 0) return {};
  MASU_CHECK(writeCheckpoint(entrant, m_directory.epochCheckpoint(entrant.number, m_epoch)));
  const int old = m_epoch - m_spec.keep * m_spec.keepEvery;
  if (m_spec.keep < 1 || old < 1) return {};
  std::error_code failure;
  const std::filesystem::path file = m_directory.epochCheckpoint(entrant.number, old);
  io::unconfined([&] { std::filesystem::remove(file, failure); });
  if (failure) return fail(Error::fromErrno(failure.value(), file.string()));
  return {};
}

Result<void> TrainingRun::writeCheckpoint(const Entrant& entrant, const std::filesystem::path& file) {
  MASU_CHECK(entrant.learner->save(file, checkpointNote(m_spec, entrant.model, m_epoch, m_data.facts)));
  return report(metrics::CheckpointWritten{entrant.number, m_epoch, file.string()});
}

Result<void> TrainingRun::test(const std::stop_token& stop) {
  const bool hasTest = m_data.facts.samplesOf(store::Split::test) > 0;
  MASU_TRY(const loader::TrainingRequest request, streamRequest());
  const bool hasValidation = m_streams.validation != nullptr;
  std::vector<Score> scores(m_entrants.size());
  for (const Entrant& entrant : m_entrants) {
    if (entrant.hasBest) MASU_CHECK(entrant.learner->restore(m_directory.bestCheckpoint(entrant.number)));
  }
  // The streams that learned have given back their memory before this one takes its own.
  m_streams = {};
  if (hasTest || hasValidation) {
    const auto options = loader::scoringStream(request, hasTest ? store::Split::test : store::Split::validation);
    MASU_TRY(const auto stream, openStream(m_data.dataset, options));
    MASU_TRY(scores, judge(*stream, true, stop));
    m_loaderSeconds += stream->report().workerSeconds;
  }
  for (std::size_t i = 0; i < m_entrants.size(); ++i) {
    const Entrant& entrant = m_entrants[i];
    const std::filesystem::path checkpoint =
        entrant.hasBest ? m_directory.bestCheckpoint(entrant.number) : m_directory.lastCheckpoint(entrant.number);
    MASU_CHECK(
        report(metrics::RunTested{entrant.number, hasTest ? scores[i].figures() : metrics::Figures(),
                                  scores[i].confusion(), checkpoint.string(), scores[i].worst(), entrant.seconds}));
  }
  return {};
}

bool TrainingRun::allResting() const {
  return std::all_of(m_entrants.begin(), m_entrants.end(), [](const Entrant& entrant) { return entrant.resting; });
}

}  // namespace masu::train
