// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <numeric>

#include "core/manifest/check/check.h"
#include "core/manifest/samples/sample_codes.h"

namespace masu::manifest {

/// What every part of checkSplit() looks at.
struct CheckContext {
  const store::Dataset& dataset;
  const store::Assignment& assignment;
  std::uint64_t memoryBytes = 0;
  std::filesystem::path scratch;
  const JobContext& job;
  std::optional<SplitPlan> plan = std::nullopt;  ///< that drew the manifest, where that is known
  std::string groupsKept = {};                   ///< as groupsKept() says of a plan or of folds

  store::Split splitOf(std::uint64_t sample) const { return assignment[sample]; }
};

/// Samples found in any order. Memory: one bit a sample, once there is one.
class SampleBitmap {
 public:
  explicit SampleBitmap(std::uint64_t samples) : m_samples(samples) {}

  void add(std::uint64_t sample) {
    if (m_bits.empty()) m_bits.resize(m_samples);
    m_bits[sample] = true;
  }
  SampleSet set() const {
    SampleSet set;
    for (std::uint64_t sample = 0; sample < m_bits.size(); ++sample) {
      if (m_bits[sample]) set.add(sample);
    }
    return set;
  }

 private:
  std::uint64_t m_samples;
  std::vector<bool> m_bits;
};

/// Marks a check as not passed.
inline void markFailed(Check& check, Severity severity, Message detail, Message fix) {
  check.passed = false;
  check.severity = severity;
  check.detail = std::move(detail);
  check.fix = std::move(fix);
}

/// Calls body(first, count) over all samples, in blocks of at most `block`.
template <class Body>
Result<void> forEachBlock(const CheckContext& context, std::uint64_t block, Body&& body) {
  const std::uint64_t samples = context.dataset.samples();
  for (std::uint64_t first = 0; first < samples; first += block) {
    if (context.job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(block, samples - first);
    MASU_CHECK(body(first, count));
    context.job.progress.add(count);
  }
  return {};
}

/// duplicates and conflicting_labels.
struct ContentChecks {
  Check duplicates;
  Check conflicts;
};
Result<ContentChecks> checkContent(const CheckContext& context);

/// True where every class comes in as many groups as there are splits, so that dividing them whole leaves no split
/// without a class. `groups`: as SplitPlan::groupBy.
Result<bool> groupsSuffice(const CheckContext& context, const std::string& groups);

/// empty_splits. `origin`: how the manifest was drawn, where that is known.
Check checkEmptySplits(const CheckContext& context, const std::optional<std::string>& origin);

/// overlapping_windows.
struct OverlapsFound {
  Check check;
  /// Gives up the order within each source: for where the check's own redraw, which keeps it, does not help.
  std::optional<Redraw> otherwise = std::nullopt;
};
Result<OverlapsFound> checkOverlaps(const CheckContext& context);
Result<Check> checkGroups(const CheckContext& context);

/// How many samples of each class are in each split; empty where labels are not classes. Errors: of reading;
/// Errc::cancelled after a stop.
Result<std::vector<SplitTally>> countClasses(const CheckContext& context);

/// How many of them are used.
inline std::uint64_t usedOf(const SplitTally& tally) {
  return std::accumulate(tally.begin(), tally.end(), std::uint64_t{0}) -
         tally[static_cast<std::size_t>(store::Split::unused)];
}

/// class_shares and missing_classes. `counts`: as countClasses() gives them.
struct ClassChecks {
  Check shares;
  Check missing;
};
ClassChecks checkClasses(const CheckContext& context, const std::vector<SplitTally>& counts);

/// label_given_away and drift. `counts`: the same.
struct ColumnChecks {
  Check givenAway;
  Check drift;
};
Result<ColumnChecks> checkColumns(const CheckContext& context, const std::vector<SplitTally>& counts);

}  // namespace masu::manifest
