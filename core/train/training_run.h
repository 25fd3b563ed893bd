#pragma once

#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/loader/batch_stream.h"
#include "core/train/learner.h"
#include "core/train/run_directory.h"
#include "core/train/step_meter.h"
#include "core/train/trainer.h"

namespace masu::train {

/// The streams a run reads: validation and test only where the manifest has such samples.
/// The validation stream is opened once for all epochs, so that train statistics are taken once.
struct Streams {
  std::unique_ptr<loader::BatchStream> train;
  std::unique_ptr<loader::BatchStream> validation;
  std::uint64_t queueCapacity = 0;
};

/// One training run: learners that share a stream, the folder they write, and the events they cause.
/// Threads: one.
class TrainingRun {
 public:
  /// Opens the dataset, builds every model and opens the streams; then makes the folder.
  static Result<std::unique_ptr<TrainingRun>> prepare(const metrics::RunSpec& spec, const EventSink& sink);

  /// Trains to the end, or to a stop, which leaves last.pt in place.
  Result<void> execute(const JobContext& job);

  /// Tells the sink and events.jsonl.
  Result<void> report(const metrics::RunEvent& event);

 private:
  /// One model in the run.
  struct Entrant {
    int number = 0;
    std::string model;
    std::unique_ptr<Learner> learner;
    Score trained;
    StepMeter meter;
    double bestLoss = std::numeric_limits<double>::infinity();
    bool hasBest = false;
    int epochsWithoutBetter = 0;
    bool resting = false;  ///< stopped early
  };

  Result<void> openStreams();
  Result<void> announce();
  Result<void> trainEpoch(int epoch, const JobContext& job);
  Result<void> reportStep(Entrant& entrant, int epoch, std::uint64_t step, bool last);
  /// One pass over a stream: a score for each entrant; those that rest only where `all` is set.
  Result<std::vector<Score>> judge(loader::BatchStream& stream, bool all, const std::stop_token& stop);
  Result<void> closeEpoch(int epoch, const std::stop_token& stop, std::chrono::steady_clock::time_point begin);
  Result<void> keepCheckpoints(Entrant& entrant, int epoch, double validationLoss);
  Result<void> writeCheckpoint(const Entrant& entrant, int epoch, const std::filesystem::path& file);
  Result<void> saveInterrupted(int epoch);
  Result<void> test(const std::stop_token& stop);
  bool allResting() const;

  metrics::RunSpec m_spec;
  EventSink m_sink;
  std::shared_ptr<const store::Dataset> m_dataset;
  DataFacts m_facts;
  Resources m_resources;
  Streams m_streams;
  std::vector<Entrant> m_entrants;
  RunDirectory m_directory;
};

}  // namespace masu::train
