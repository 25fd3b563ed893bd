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

/// Draws the assignment: a pure function of dataset and plan. Shares are by largest remainder, per class when
/// stratified. With byGroup whole groups are placed, as near to the shares (of every class, when stratified) as groups
/// allow; a group whose samples a rule took in part keeps only the rest together. Errors: ratios that do not add up to
/// 1, a rule that is no expression, a dataset without labels to stratify by, without groups or origins where the plan
/// needs them. Cost: one byte a sample, and a pass or two over labels, groups and origins.
Result<store::Assignment> draw(const store::Dataset& dataset, const SplitPlan& plan);

/// The plan as JSON, kept beside the manifest.
std::string describe(const SplitPlan& plan);

}  // namespace masu::manifest
