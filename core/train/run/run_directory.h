// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/run_event.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_replacement.h"
#include "core/metrics/run_spec.h"
#include "core/train/run/append_log.h"

namespace masu::train {

/// What a run keeps of its data, both JSON.
struct RunNotes {
  std::string data;
  std::string recipe;
};

/// Whether a run keeps a checkpoint of an epoch beside the last and the best one, and the state after it.
bool keepsEpoch(const metrics::RunSpec& spec, int epoch);
/// The epoch whose checkpoint and state go once those of `epoch` are kept; 0: none. Requires: keepsEpoch().
int droppedFor(const metrics::RunSpec& spec, int epoch);
/// The epoch for which those of `epoch` go; 0: they stay. Requires: keepsEpoch().
int droppedAt(const metrics::RunSpec& spec, int epoch);

/// The folder of a training run: spec.json, data.json (what it learned from) and recipe.json (how that was imported),
/// events.jsonl (each event as it comes), steps.log (what every step learned from, and its losses), receipt.json,
/// states beside checkpoints of single epochs, and resume.state while there is something to resume; and for each model
/// last.pt, best.pt, checkpoints of single epochs, metrics.csv and an event file for TensorBoard, in a folder of its
/// own where several models share the run, named by number and model. A run that is replaced stays until
/// completeReplacement(); the new one's files are at placeOf() their names meanwhile.
/// Threads: one at a time.
class RunDirectory {
 public:
  RunDirectory() = default;
  /// Makes the folder where it is missing; with spec.overwrite a run that is there is to be replaced as a whole, files
  /// of others stay. Requires: the run's lock. Errors: no folder named; a run is there; it cannot be made or written.
  static Result<RunDirectory> create(const metrics::RunSpec& spec, const RunNotes& notes, std::uint64_t stepsPerEpoch);
  /// The folder of a resumed run, its logs cut back to what they held then; see logBytes().
  static Result<RunDirectory> reopen(const metrics::RunSpec& spec, const std::vector<std::uint64_t>& logBytes,
                                     std::uint64_t stepsPerEpoch);

  std::filesystem::path lastCheckpoint(int run) const { return folder(run) / "last.pt"; }
  std::filesystem::path bestCheckpoint(int run) const { return folder(run) / "best.pt"; }
  std::filesystem::path epochCheckpoint(int run, int epoch) const;
  /// The state after an epoch, beside its checkpoints.
  std::filesystem::path epochState(int epoch) const { return epochState(m_out, epoch); }
  static std::filesystem::path epochState(const std::filesystem::path& out, int epoch);
  std::filesystem::path eventLog() const { return m_out / metrics::kEventLogName; }
  std::filesystem::path stateFile() const { return stateFile(m_out); }
  static std::filesystem::path stateFile(const std::filesystem::path& out) { return out / metrics::kStateName; }

  /// Where a file of the run is now.
  std::filesystem::path placeOf(const std::filesystem::path& file) const;
  /// Whether an earlier run is still in the folder.
  bool isReplacing() const { return m_replacement.isPending(); }
  /// To be called once there is a checkpoint of every model and the state to resume from. Errors: those of
  /// metrics::RunReplacement.
  Result<void> completeReplacement() { return m_replacement.complete(); }

  Result<void> append(const metrics::RunEvent& event);
  /// Of a step that every model has taken, see metrics::appendStep(). Written some at a time.
  Result<void> noteStep(std::uint64_t order, std::span<const double> losses);
  /// Writes the steps that are not yet in the file.
  Result<void> flushSteps();
  /// Requires: flushSteps().
  std::vector<std::uint64_t> logBytes() const;

 private:
  struct ModelLogs {
    AppendLog csv;
    AppendLog board;
  };

  RunDirectory(const metrics::RunSpec& spec, std::uint64_t stepsPerEpoch);
  const std::filesystem::path& folder(int run) const { return m_folders[static_cast<std::size_t>(run)]; }
  Result<void> logEpoch(const metrics::EpochDone& epoch);
  Result<void> logStep(const metrics::StepDone& step);

  std::filesystem::path m_out;
  std::vector<std::filesystem::path> m_folders;
  metrics::RunReplacement m_replacement;
  std::uint64_t m_stepsPerEpoch = 0;
  AppendLog m_events;
  std::vector<ModelLogs> m_logs;
  AppendLog m_steps;
  std::string m_unwritten;  ///< of m_steps
};

}  // namespace masu::train
