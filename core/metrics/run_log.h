#pragma once

#include <filesystem>
#include <mutex>
#include <vector>

#include "core/metrics/run_event.h"

namespace masu::metrics {

/// What became of one model of a training run so far.
struct RunSummary {
  std::string model;
  std::uint64_t parameters = 0;
  int epochsPlanned = 0;
  std::uint64_t stepsPerEpoch = 0;
  std::vector<EpochDone> epochs;
  StepDone lastStep;
  std::string checkpoint;
  bool tested = false;  ///< came to its end
  Figures test;
  std::vector<std::uint64_t> confusion;  ///< of the last pass that told one
  std::vector<BadAnswer> worst;
};

/// The events of one training run, folded into a summary per model; the only thing charts and reports read.
/// Threads: all members; snapshots are copies.
class RunLog {
 public:
  void add(const RunEvent& event);
  std::vector<RunSummary> runs() const;
  /// Set when the worker said so.
  bool finished() const;
  Finished totals() const;

  /// Reads the `events.jsonl` that a run's directory keeps.
  static Result<std::vector<RunSummary>> read(const std::filesystem::path& file);

 private:
  mutable std::mutex m_mutex;
  std::vector<RunSummary> m_runs;
  Finished m_totals;
  bool m_finished = false;
};

}  // namespace masu::metrics
