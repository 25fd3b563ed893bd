// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "core/metrics/run_files.h"
#include "core/train/learning/baseline.h"
#include "core/train/models/confine.h"
#include "core/train/run/checkpoint.h"
#include "core/train/run/process_memory.h"
#include "core/train/run/simple_baselines.h"
#include "core/train/run/temperature_scaling.h"
#include "core/train/run/training_run.h"

namespace masu::train {

namespace {

constexpr std::size_t kWorstKept = 50;

/// By the score of the validation split; nothing unless both of two classes are in it.
std::optional<metrics::ChosenThreshold> thresholdBy(const Score& validation, double temperature) {
  const auto best = validation.bestThreshold(temperature);
  if (!best) return std::nullopt;
  const std::vector<std::uint64_t> confusion = validation.confusionAt(best->probability, temperature);
  return metrics::ChosenThreshold{best->probability, best->f1,
                                  std::accumulate(confusion.begin(), confusion.end(), std::uint64_t{0}), confusion};
}

/// Writes into the checkpoint of a model what the validation split gave for it.
Result<void> keepFitted(const ModelRun& modelRun, const std::filesystem::path& checkpoint) {
  std::optional<double> temperature;
  std::optional<double> threshold;
  if (modelRun.temperature && modelRun.temperature->isFound()) temperature = modelRun.temperature->value;
  if (modelRun.threshold) threshold = modelRun.threshold->probability;
  return writeFitted(checkpoint, temperature, threshold);
}

}  // namespace

/// A stop in the middle of validation leaves the epoch trained: after it is resumed, there is no batch left to learn
/// from.
Result<void> TrainingRun::trainEpoch(const JobContext& job) {
  if (m_step == 0) {
    for (ModelRun& modelRun : m_modelRuns) modelRun.trained = newScoreOf(m_data);
  }
  for (ModelRun& modelRun : m_modelRuns) modelRun.meter.restart();
  while (m_step < m_stepsPerEpoch) {
    MASU_CHECK(m_ranks != nullptr ? awaitTurn(job.stop) : waitWhilePaused(job.stop));
    if (m_ranks == nullptr && job.stopRequested()) return fail(Error::cancelled());
    // Of several processes none stops alone.
    MASU_TRY(const loader::BatchPtr batch, m_streams.train->next(m_ranks != nullptr ? std::stop_token() : job.stop));
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
  MASU_CHECK(reportStepsSoFar());
  MASU_CHECK(saveState());
  m_pause->wait(stop);
  m_paused += Clock::now() - begin;
  for (ModelRun& modelRun : m_modelRuns) modelRun.meter.restart();
  return {};
}

Result<void> TrainingRun::learnFrom(const loader::Batch& batch) {
  for (ModelRun& modelRun : m_modelRuns) {
    if (modelRun.stoppedEarly) continue;
    const auto begin = Clock::now();
    MASU_CHECK(m_ranks != nullptr ? learnTogether(modelRun, batch) : modelRun.learner->learn(batch, modelRun.trained));
    modelRun.seconds += secondsOf(Clock::now() - begin);
    modelRun.meter.add(modelRun.trained.lastLoss(), batch.samples);
    MASU_CHECK(reportStep(modelRun, batch.lastOfEpoch));
  }
  return noteStep(batch);
}

Result<void> TrainingRun::reportStep(ModelRun& modelRun, bool now) {
  const auto reading = modelRun.meter.read(now || (m_epoch == 1 && m_step == 1));
  if (!reading) return {};
  const loader::StreamReport stream = m_streams.train->report();
  // Workers publish what they had begun when the queue was full already.
  const std::uint64_t ready = std::min(stream.queueFill, m_streams.queueCapacity);
  return report(metrics::StepDone{.run = modelRun.number,
                                  .epoch = m_epoch,
                                  .step = stepsSoFar(),
                                  .loss = reading->loss,
                                  .samplesPerSecond = reading->samplesPerSecond,
                                  .starvedFraction = stream.starvedFraction,
                                  .batchesReady = ready,
                                  .queueCapacity = m_streams.queueCapacity,
                                  .memoryBytes = residentMemory().value,
                                  .learningRate = modelRun.learner->learningRate()});
}

Result<void> TrainingRun::reportStepsSoFar() {
  for (ModelRun& modelRun : m_modelRuns) {
    if (!modelRun.stoppedEarly) MASU_CHECK(reportStep(modelRun, true));
  }
  return {};
}

Result<std::vector<Score>> TrainingRun::evaluate(loader::BatchStream& stream, bool all, const std::stop_token& stop) {
  if (m_ranks != nullptr) return evaluateTogether(stream, all, all ? kWorstKept : 0, stop);
  std::vector<Score> scores(m_modelRuns.size(), newScoreOf(m_data));
  for (Score& score : scores) score.keepWorst(all ? kWorstKept : 0);
  for (;;) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, stream.next(stop));
    if (batch == nullptr) return scores;
    for (std::size_t i = 0; i < m_modelRuns.size(); ++i) {
      if (!all && m_modelRuns[i].stoppedEarly) continue;
      const auto begin = Clock::now();
      MASU_CHECK(m_modelRuns[i].learner->evaluate(*batch, m_modelRuns[i].divisor(), scores[i]));
      m_modelRuns[i].seconds += secondsOf(Clock::now() - begin);
    }
    if (batch->lastOfEpoch) return scores;
  }
}

Result<void> TrainingRun::finishLearning() {
  for (ModelRun& modelRun : m_modelRuns) {
    if (modelRun.stoppedEarly) continue;
    const auto begin = Clock::now();
    MASU_CHECK(modelRun.learner->finishEpoch());
    modelRun.seconds += secondsOf(Clock::now() - begin);
  }
  return {};
}

Result<void> TrainingRun::closeEpoch(const std::stop_token& stop, double trainingSeconds) {
  const auto begin = Clock::now();
  MASU_CHECK(finishLearning());
  std::vector<Score> scores(m_modelRuns.size());
  if (m_streams.validation != nullptr) {
    MASU_TRY(scores, evaluate(*m_streams.validation, false, stop));
  }
  MASU_CHECK(noteEpoch());
  const double seconds = trainingSeconds + secondsOf(Clock::now() - begin);
  const bool withConfusion = m_data.summary.classes.size() <= metrics::kMostClassesEachEpoch;
  for (std::size_t i = 0; i < m_modelRuns.size(); ++i) {
    ModelRun& modelRun = m_modelRuns[i];
    if (modelRun.stoppedEarly) continue;
    MASU_CHECK(
        report(metrics::EpochDone{modelRun.number, m_epoch, modelRun.trained.figures(), scores[i].figures(), seconds,
                                  withConfusion ? scores[i].confusion() : std::vector<std::uint64_t>()}));
    MASU_CHECK(keepCheckpoints(modelRun, scores[i].loss()));
  }
  return writeReceipt(false);
}

Result<void> TrainingRun::keepCheckpoints(ModelRun& modelRun, double validationLoss) {
  if (isWriter()) MASU_CHECK(writeCheckpoint(modelRun, m_directory.lastCheckpoint(modelRun.number)));
  MASU_CHECK(keepEpoch(modelRun));
  if (m_streams.validation == nullptr) return {};
  if (validationLoss < modelRun.bestLoss) {
    modelRun.bestLoss = validationLoss;
    modelRun.hasBest = true;
    modelRun.epochsWithoutBetter = 0;
    return isWriter() ? writeCheckpoint(modelRun, m_directory.bestCheckpoint(modelRun.number)) : Result<void>();
  }
  ++modelRun.epochsWithoutBetter;
  modelRun.stoppedEarly = m_spec.patience > 0 && modelRun.epochsWithoutBetter >= m_spec.patience;
  return {};
}

/// A checkpoint of this epoch where the rule asks for one; the one that it takes the place of goes after it is written.
Result<void> TrainingRun::keepEpoch(const ModelRun& modelRun) {
  if (!isWriter() || !keepsEpoch(m_spec, m_epoch)) return {};
  MASU_CHECK(writeCheckpoint(modelRun, m_directory.epochCheckpoint(modelRun.number, m_epoch)));
  const int old = droppedFor(m_spec, m_epoch);
  return old < 1 ? Result<void>() : metrics::removeRunFile(m_directory.epochCheckpoint(modelRun.number, old));
}

Result<void> TrainingRun::writeCheckpoint(const ModelRun& modelRun, const std::filesystem::path& file) {
  MASU_CHECK(modelRun.learner->save(m_directory.placeOf(file),
                                    checkpointMetadata(m_spec, modelRun.plan, m_epoch, m_data.summary)));
  return report(metrics::CheckpointWritten{modelRun.number, m_epoch, file.string()});
}

std::filesystem::path TrainingRun::finalCheckpoint(const ModelRun& modelRun) const {
  return modelRun.hasBest ? m_directory.bestCheckpoint(modelRun.number) : m_directory.lastCheckpoint(modelRun.number);
}

Result<void> TrainingRun::test(const std::stop_token& stop) {
  const bool hasTest = m_data.summary.samplesOf(store::Split::test) > 0;
  MASU_TRY(const loader::TrainingRequest request, streamRequestOf(m_spec, m_data));
  const bool hasValidation = m_streams.validation != nullptr;
  std::vector<Score> scores(m_modelRuns.size());
  for (ModelRun& modelRun : m_modelRuns) {
    if (modelRun.hasBest) MASU_CHECK(restoreBest(modelRun));
  }
  // The streams that learned have given back their memory before this one takes its own.
  m_streams = {};
  if (m_spec.calibrate) {
    MASU_TRY(const double loaderSeconds, fitTemperatures(m_spec, m_data, m_modelRuns, stop));
    m_loaderSeconds += loaderSeconds;
  }
  // All of several processes take part. A stream has given back its memory before the next one is opened.
  const auto score = [&](store::Split split) -> Result<void> {
    scores.clear();
    MASU_TRY(const auto stream, openStream(m_data.dataset, loader::scoringStream(request, split)));
    MASU_TRY(scores, evaluate(*stream, true, stop));
    m_loaderSeconds += stream->report().workerSeconds;
    return {};
  };
  if (hasValidation && (m_data.summary.classes.size() == 2 || !hasTest)) {
    MASU_CHECK(score(store::Split::validation));
    for (std::size_t i = 0; i < m_modelRuns.size(); ++i)
      m_modelRuns[i].threshold = thresholdBy(scores[i], m_modelRuns[i].divisor());
  }
  if (hasTest) MASU_CHECK(score(store::Split::test));
  if (!isWriter()) return {};
  SimpleBaselines baselines;
  if (hasTest) {
    MASU_TRY(baselines, scoreSimpleBaselines(m_spec, m_data, stop));
    m_loaderSeconds += baselines.loaderSeconds;
  }
  for (std::size_t i = 0; i < m_modelRuns.size(); ++i) {
    ModelRun& modelRun = m_modelRuns[i];
    if (modelRun.threshold)
      modelRun.threshold->confusion = scores[i].confusionAt(modelRun.threshold->probability, modelRun.divisor());
    // Once nothing but reports is left: a run that is stopped before this has checkpoints without them.
    MASU_CHECK(keepFitted(modelRun, m_directory.placeOf(finalCheckpoint(modelRun))));
    MASU_CHECK(report(
        metrics::RunTested{modelRun.number, hasTest ? scores[i].figures() : metrics::Figures(), scores[i].confusion(),
                           finalCheckpoint(modelRun).string(), scores[i].worst(), modelRun.seconds,
                           hasTest ? baselineOf(scores[i], m_data.summary) : metrics::Figures(), modelRun.temperature,
                           scores[i].reliability(), scores[i].thresholds(modelRun.divisor()), modelRun.threshold,
                           baselines.ridge, baselines.nearest, scores[i].points()}));
  }
  return {};
}

bool TrainingRun::allStoppedEarly() const {
  return std::all_of(m_modelRuns.begin(), m_modelRuns.end(),
                     [](const ModelRun& modelRun) { return modelRun.stoppedEarly; });
}

}  // namespace masu::train
