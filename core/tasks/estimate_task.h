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
  std::uint64_t batch = 64;
  estimate::Optimizer optimizer = estimate::Optimizer::adamw;
  bool inference = false;
  Resources resources;
};
struct EstimateOutcome {
  estimate::LedgerInput input;  ///< so that a page answers at once when a slider moves: ledgerFor(input)
  estimate::Ledger ledger;
  double secondsPerEpoch = 0;  ///< 0: not measured
};

/// Traces the models in masu-train and sums up. Errors: no dataset, unknown model, worker not installed.
Result<EstimateOutcome> estimate(const EstimateRequest& request, const JobContext& job);

}  // namespace masu::tasks
