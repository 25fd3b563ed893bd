#pragma once

#include "core/base/job.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_spec.h"

namespace masu::tasks {

struct TrainRequest {
  metrics::RunSpec spec;
  bool overwrite = false;
  /// Where the run is to be resumed: names in the spec's JSON that were asked for, and must then be as the run has
  /// them. Everything else is the run's own.
  std::vector<std::string> stated;
};
struct TrainOutcome {
  std::vector<metrics::RunSummary> runs;
  double starvedFraction = 0;
  std::uint64_t peakMemoryBytes = 0;  ///< this process's and the worker's
};

/// Starts masu-train (beside this program, else on PATH), feeds it the spec, folds its events into `log` as they come.
/// A stop request ends it politely, then by force. Its death is Errc::child: a sentence that says what happened
/// (killed, out of memory) and where the last checkpoint is.
Result<TrainOutcome> train(const TrainRequest& request, metrics::RunLog& log, const JobContext& job);

}  // namespace masu::tasks
