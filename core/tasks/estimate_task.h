#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/estimate/ledger.h"

namespace masu::tasks {

struct EstimateRequest {
  std::filesystem::path file;
  std::string manifest = "default";
  std::vector<std::string> models = {"mlp"};
  std::vector<std::int64_t> shape;  ///< what a sample is to the models; empty: as it is stored
  std::uint64_t batch = 64;
  estimate::Optimizer optimizer = estimate::Optimizer::adamw;
  bool inference = false;
  Resources resources;
};
/// The samples at a type they could be stored as.
struct StoredSize {
  table::DType type = table::DType::f32;
  Bytes bytes;
  bool fits = false;  ///< in memory, beside all else that the run takes there
};
struct EstimateOutcome {
  estimate::LedgerInput input;  ///< so that a page answers at once when a slider moves: ledgerFor(input)
  estimate::Ledger ledger;
  double secondsPerEpoch = 0;  ///< from a measured step and loader; 0: not measured
  std::vector<StoredSize> storedAs;
};

/// Traces the models in masu-train and sums up. Errors: no dataset, unknown model, worker not installed.
Result<EstimateOutcome> estimate(const EstimateRequest& request, const JobContext& job);

}  // namespace masu::tasks
