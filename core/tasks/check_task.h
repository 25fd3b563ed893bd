#pragma once

#include "core/base/job.h"
#include "core/manifest/check.h"

namespace masu::tasks {

struct CheckRequest {
  std::filesystem::path file;
  std::string manifest = "default";
  Resources resources;
};
struct CheckOutcome {
  std::vector<manifest::Check> checks;
  bool passed = true;  ///< all of them
};

/// `masu check`: leaks and imbalance of a manifest, as a list of what passed and what did not.
Result<CheckOutcome> check(const CheckRequest& request, const JobContext& job);

}  // namespace masu::tasks
