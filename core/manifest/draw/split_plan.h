// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/manifest/samples/sample_set.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// Of train, validation and test where nobody says how to split.
inline constexpr std::array<double, 3> kDefaultRatios = {0.8, 0.1, 0.1};

/// A rule on the path of a sample's source: first match wins.
struct SplitRule {
  store::Split split = store::Split::test;
  std::string expression;  ///< a Pattern, searched in the path below the import root
};

/// How to divide a dataset. What `exclude` takes is unused; rules come next; ratios divide what they leave; without
/// ratios that is unused.
struct SplitPlan {
  std::vector<SplitRule> rules;
  std::array<double, 3> ratios = {0, 0, 0};  ///< train, validation, test; sum 1, or 0: rules or folds alone
  bool stratify = false;
  bool byGroup = false;
  std::uint64_t seed = 0;

  std::string exclude;            ///< an expression of the filter language (core/table/filter_expression.h)
  std::string groupBy = "group";  ///< with byGroup: "group", "source" or a column
  bool byHash = false;            ///< of the group with byGroup, else of source and position: added samples move none
  std::string order;              ///< a column, or "position" within each source; train gets the lowest
  std::uint64_t gap = 0;          ///< with order: samples left unused between neighbouring splits
  double subset = 1;              ///< share of what ratios or folds divide; the rest is unused
  bool keepEqual = false;         ///< samples of equal stored content stay together; not with groups, hash or order
};

/// A column as `groupBy` and `order` name it: in backticks where every sample has something of that name.
std::string nameInPlan(const std::string& column);

/// Of a draw without a budget.
inline constexpr std::uint64_t kAnyMemory = std::numeric_limits<std::uint64_t>::max();
/// What a budget does not allow: `what`, marked with MASU_TEXT, takes at least so many bytes.
Error beyondMemory(const store::Dataset& dataset, const char* what, std::uint64_t bytes, std::uint64_t allowed);

struct SplitCounts {
  std::uint64_t train = 0;
  std::uint64_t validation = 0;
  std::uint64_t test = 0;
  std::uint64_t unused = 0;
};
SplitCounts countsOf(const store::Assignment& assignment);

/// What of a plan's filter and rules fits no sample, most likely by a slip of the pen, and what its subset takes.
struct Unmatched {
  bool exclude = false;
  std::vector<std::size_t> rules;  ///< positions in the plan
  std::uint64_t subsetOf = 0;      ///< what filter and rules leave; 0 without a subset
  std::uint64_t subset = 0;
};

/// What a gap left unused between two splits that are neighbours in an order, of all sources together.
struct OrderGap {
  store::Split before = store::Split::train;
  store::Split after = store::Split::train;
  std::uint64_t samples = 0;
};

/// Draws the assignment: a pure function of dataset and plan. Shares are by largest remainder, per class when
/// stratified. With byGroup whole groups are placed, as near to the shares (of every class, when stratified) as groups
/// allow; a group whose samples a rule took in part keeps only the rest together. A subset keeps the class shares, and
/// groups whole. Errors: ratios that do not add up to 1, a rule or filter that is not an expression, ways that cannot
/// be combined, a dataset without labels to stratify by, without groups, columns or origins where the plan needs them.
/// `aside` stays unused, whatever the plan says. Cost: one byte a sample, and a pass or two over labels, groups and
/// origins (six over the column of an order); with keepEqual a pass over all values, and 32 bytes for each sample that
/// repeats another. `unmatched` receives what of filter and rules fits nothing, `gaps` what those of an order set
/// aside. `memoryBytes` is for all but the assignment: tables of groups and of equal samples that do not fit are an
/// error (Errc::outOfMemory).
Result<store::Assignment> draw(const store::Dataset& dataset, const SplitPlan& plan, const std::stop_token& stop = {},
                               const SampleSet* aside = nullptr, Unmatched* unmatched = nullptr,
                               std::uint64_t memoryBytes = kAnyMemory, std::vector<OrderGap>* gaps = nullptr);

/// What was set aside in a manifest since the plan drew it: samples that it leaves unused and the plan would not.
/// Errors and `memoryBytes`: as draw().
Result<SampleSet> setAsideSince(const store::Dataset& dataset, const SplitPlan& plan,
                                const store::Assignment& assignment, const std::stop_token& stop = {},
                                std::uint64_t memoryBytes = kAnyMemory);

/// What has to stay together so that splits do not leak into each other, as a name for SplitPlan::groupBy: the groups
/// of the dataset, else the recordings that windows were cut from. Nothing where samples belong to no group, each is a
/// group of its own, or there are so few groups that `parts` parts cannot share them.
std::optional<std::string> usualGroups(const store::Dataset& dataset, std::uint64_t parts);

/// The folds of a cross-validation: fold k is validation in the k-th assignment and train in the others.
class Folds {
 public:
  static constexpr unsigned kMost = 200;

  unsigned count() const { return m_count; }
  const Unmatched& unmatched() const { return m_unmatched; }
  /// Requires: fold < count().
  store::Assignment assignment(unsigned fold) const;

 private:
  friend Result<Folds> drawFolds(const store::Dataset&, const SplitPlan&, unsigned, const std::stop_token&,
                                 std::uint64_t);
  unsigned m_count = 0;
  Unmatched m_unmatched;
  store::Assignment m_marks;  ///< folds from kFirst on, where a sample is in one
};

/// Divides into folds what rules leave, or with ratios their train share, in the way that the plan says: test samples
/// stay the same in all folds. Errors: as draw(); a validation share, which the folds are; fewer than two folds, more
/// than kMost, or more than there are groups; an order, which folds do not have.
Result<Folds> drawFolds(const store::Dataset& dataset, const SplitPlan& plan, unsigned folds,
                        const std::stop_token& stop = {}, std::uint64_t memoryBytes = kAnyMemory);

/// The plan as JSON, kept beside the manifest.
std::string describe(const SplitPlan& plan);
/// The same of fold number `fold`, from 1, of `folds`.
std::string describeFold(const SplitPlan& plan, unsigned fold, unsigned folds);
/// The plan that describe() wrote; nothing where the manifest was not drawn by one plan: read from lists, or a fold.
std::optional<SplitPlan> planOf(const std::string& origin);
/// Whether train, validation and test were to get samples, by a share, as folds or by a rule: all of them where nobody
/// knows how the manifest was made.
std::array<bool, 3> splitsAskedFor(const std::string& origin);
/// What was to stay together when a manifest was drawn, or the folds that it is one of, as SplitPlan::groupBy; empty:
/// each sample by itself, or nobody knows.
std::string groupsKept(const std::string& origin);

/// How a manifest was drawn, with a key "edited": the samples moved by hand since, those of earlier sessions included.
std::string editedOrigin(const std::string& origin, std::uint64_t moved);
/// How many that are; 0 for a manifest that is as it was drawn.
std::uint64_t editedSamples(const std::string& origin);
/// How a manifest was drawn, with the edition of the labels that it was drawn by under a key "labels", where they had
/// been edited.
std::string labelledOrigin(const std::string& origin, const store::LabelEdition& edition);
/// Who made a manifest: what a person did by hand is lost where it is drawn again.
enum class MadeBy : std::uint8_t { plan, folds, lists, hand };
MadeBy madeBy(const std::string& origin);

}  // namespace masu::manifest
