// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/loader/stream/batch_stream.h"
#include "core/loader/stream/training_streams.h"
#include "core/metrics/receipt.h"
#include "core/metrics/run_lock.h"
#include "core/flow/process_group.h"
#include "core/train/run/model_run.h"
#include "core/train/run/ranks.h"
#include "core/train/run/run_data.h"
#include "core/train/run/run_directory.h"
#include "core/train/run/trainer.h"

namespace masu::train {

/// The streams a run reads: validation and test only where the manifest has such samples.
/// The validation stream is opened once for all epochs, so that train statistics are taken once.
struct Streams {
  std::unique_ptr<loader::BatchStream> train;
  std::unique_ptr<loader::BatchStream> validation;
  std::uint64_t queueCapacity = 0;
};

/// One training run: learners that share a stream, the folder they write, and the events they cause. Where several
/// processes train it together each has one, and that of rank 0 alone writes and reports.
/// Threads: one.
class TrainingRun {
 public:
  TrainingRun(metrics::RunSpec spec, EventSink sink) : m_spec(std::move(spec)), m_sink(std::move(sink)) {}

  /// Before all else; where there are none, only the card is chosen. Errors: those of Ranks::meet().
  Result<void> meetOthers(const flow::ProcessGroup& place);
  /// Ends them too, where there are others that do not know of the error.
  void leaveOthers(const Error& error);

  /// Opens the dataset, builds every model and opens the streams; then makes the folder, or resumes the run in it.
  Result<void> prepare(const std::stop_token& stop);

  /// Trains to the end, or to a stop, which leaves last.pt and the state to resume from in place; or, where the run was
  /// to replace an earlier one and has no checkpoint yet, that one, as the error says. `pause` may be null.
  Result<void> execute(const JobContext& job, Pause* pause);

  /// Reports to the sink and the run's folder.
  Result<void> report(const metrics::RunEvent& event);

 private:
  using Clock = std::chrono::steady_clock;
  static double secondsOf(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

  Result<void> openStreams(const std::string& state);
  Result<void> start();
  /// Errors: another dataset or split than the state is of, or one that holds something else than it did.
  Result<void> checkSameData(const RunState& state, const std::optional<metrics::RunReceipt>& receipt) const;
  Result<void> restore(const RunState& state, std::optional<metrics::RunReceipt> receipt);
  Result<void> replayEvents() const;
  bool isSaveDue() const;
  Result<RunState> currentState() const;
  Result<void> saveState();
  /// The state after the epoch before, where its checkpoints are kept and steps follow.
  Result<void> keepEpochState() const;
  Result<void> writeMissingCheckpoints();
  /// Replaces the earlier run, where there is one.
  Result<void> takePlace();
  /// Errors: Errc::cancelled where the run is dropped in favour of the one that it was to replace.
  Result<void> saveInterrupted();
  /// What execute() does after the last epoch.
  Result<void> finish(const std::stop_token& stop, Clock::time_point begin);

  // training_receipt.cpp
  /// Over all epochs.
  std::uint64_t stepsSoFar() const;
  Result<metrics::RunReceipt> newReceipt(std::string_view specJson) const;
  Result<void> beginReceipt();
  /// Errors: damaged; of a later version.
  Result<std::optional<metrics::RunReceipt>> storedReceipt() const;
  /// Errors: the log lacks steps that the state has.
  Result<std::uint64_t> storedOrder() const;
  Result<void> resumeReceipt(std::optional<metrics::RunReceipt> kept);
  Result<void> noteStep(const loader::Batch& batch);
  /// Of the epoch in hand, once it is over.
  Result<void> noteEpoch();
  Result<void> writeReceipt(bool ended);

  // training_ranks.cpp
  Result<void> shareStart(const metrics::RunSpec& asked, RunState& state);
  Result<void> checkAlike();
  Result<void> checkSameWeights(const std::vector<std::string>& hashes);
  Result<void> awaitTurn(const std::stop_token& stop);
  Result<void> learnTogether(ModelRun& modelRun, const loader::Batch& batch);
  Result<std::vector<Score>> evaluateTogether(loader::BatchStream& stream, bool all, std::size_t worstKept,
                                              const std::stop_token& stop);
  Result<void> restoreBest(ModelRun& modelRun);
  Result<void> endTogether();

  // training_epoch.cpp
  Result<void> trainEpoch(const JobContext& job);
  Result<void> waitWhilePaused(const std::stop_token& stop);
  Result<void> learnFrom(const loader::Batch& batch);
  Result<void> reportStep(ModelRun& modelRun, bool now);
  /// Of every model that is still learning, the steps since its last report: the log then has all that it learned.
  Result<void> reportStepsSoFar();
  /// Of every model that is still learning, once the epoch has no batch left.
  Result<void> finishLearning();
  Result<void> closeEpoch(const std::stop_token& stop, double trainingSeconds);
  Result<void> keepCheckpoints(ModelRun& modelRun, double validationLoss);
  Result<void> keepEpoch(const ModelRun& modelRun);
  Result<void> writeCheckpoint(const ModelRun& modelRun, const std::filesystem::path& file);
  /// One pass over a stream: a score for each modelRun; those that rest only where `all` is set.
  Result<std::vector<Score>> evaluate(loader::BatchStream& stream, bool all, const std::stop_token& stop);
  /// That of the model as it is tested.
  std::filesystem::path finalCheckpoint(const ModelRun& modelRun) const;
  Result<void> test(const std::stop_token& stop);
  bool allStoppedEarly() const;

  bool isWriter() const { return m_ranks == nullptr || m_ranks->isFirst(); }

  metrics::RunSpec m_spec;
  EventSink m_sink;
  std::unique_ptr<Ranks> m_ranks;      ///< null: this process is alone
  std::vector<std::string> m_devices;  ///< deviceName() of each process, by rank
  RunData m_data;
  Streams m_streams;
  std::vector<ModelRun> m_modelRuns;
  metrics::RunLock m_lock;  ///< on the folder below
  RunDirectory m_directory;
  std::vector<metrics::RunEvent> m_unannounced;  ///< checkpoints of a run that has not its place yet
  std::string m_content;                         ///< store::contentHash() of the dataset; empty where it has none
  metrics::RunReceipt m_receipt;
  std::uint64_t m_order = 0;     ///< metrics::chainedOrder() of the steps of the epoch
  std::vector<double> m_losses;  ///< of a step
  std::uint64_t m_stepsPerEpoch = 0;
  int m_epoch = 1;
  std::uint64_t m_step = 0;  ///< done in the epoch
  Clock::time_point m_saved = Clock::now();
  Pause* m_pause = nullptr;
  Clock::duration m_paused{};  ///< altogether
  double m_loaderSeconds = 0;
};

}  // namespace masu::train
