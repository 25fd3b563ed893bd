#pragma once

#include "core/base/job.h"
#include "core/loader/batch_stream.h"

namespace masu::tasks {

struct StreamRequest {
  std::filesystem::path file;
  loader::StreamOptions options;
  double simulatedBatchSeconds = 0;  ///< waiting a batch costs its worker, to show how threads hide it
};
struct StreamOutcome {
  loader::StreamReport report;
  std::string state;
  std::uint64_t peakMemoryBytes = 0;
};

/// Reads a stream to its end and reports; trains nothing.
Result<StreamOutcome> stream(const StreamRequest& request, const JobContext& job);

}  // namespace masu::tasks
