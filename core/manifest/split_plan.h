#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::manifest {

/// A rule on the path of a sample's source: first match wins.
struct SplitRule {
  store::Split split = store::Split::test;
  std::string expression;  ///< ECMAScript, searched in the path below the import root
};

/// How to divide a dataset. Rules come first; ratios divide what they leave; without ratios that is unused.
struct SplitPlan {
  std::vector<SplitRule> rules;
  std::array<double, 3> ratios = {0, 0, 0};  ///< train, validation, test; sum 1, or all 0 for none
  bool stratify = false;
  bool byGroup = false;
  std::uint64_t seed = 0;
};

struct SplitCounts {
  std::uint64_t train = 0;
  std::uint64_t validation = 0;
  std::uint64_t test = 0;
  std::uint64_t unused = 0;
};
SplitCounts countsOf(const store::Assignment& assignment);

/// Draws the assignment: a pure function of dataset and plan. Shares are by largest remainder, per class when stratified.
/// Errors: ratios that do not add up to 1, a rule that is no expression, a dataset without labels to stratify by.
Result<store::Assignment> draw(const store::Dataset& dataset, const SplitPlan& plan);

/// The plan as JSON, kept beside the manifest.
std::string describe(const SplitPlan& plan);

}  // namespace masu::manifest
