#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/manifest/split_plan.h"

namespace masu::manifest {

/// What a source's rules say of all its samples.
struct RuleVerdict {
  bool matched = false;
  store::Split split = store::Split::unused;
};

/// Searches every rule in the path of every source; the first that matches wins.
/// Errors: a rule that is no expression.
Result<std::vector<RuleVerdict>> judgeSources(const std::vector<SplitRule>& rules,
                                              const std::vector<store::SourceFile>& sources);

}  // namespace masu::manifest
