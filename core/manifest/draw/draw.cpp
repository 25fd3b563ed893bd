// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/pattern.h"
#include "core/base/permutation.h"
#include "core/manifest/draw/division.h"
#include "core/manifest/draw/equal_samples.h"
#include "core/manifest/draw/split_plan.h"
#include "core/manifest/samples/dataset_rows.h"

namespace masu::manifest {

namespace {

/// The mark of fold 0 while folds are drawn.
constexpr std::uint8_t kFirstFold = 16;
/// Keeps the subset's draw apart from the split's.
constexpr std::uint64_t kSubsetSeed = 0x5B5E7;

bool hasRatios(const SplitPlan& plan) {
  return std::any_of(plan.ratios.begin(), plan.ratios.end(), [](double ratio) { return ratio != 0; });
}

std::string text(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

Result<void> checkRatios(const SplitPlan& plan) {
  const auto& ratios = plan.ratios;
  const double sum = ratios[0] + ratios[1] + ratios[2];
  const bool sane = std::all_of(ratios.begin(), ratios.end(), [](double ratio) { return ratio >= 0 && ratio <= 1; });
  if (sane && std::abs(sum - 1) < 1e-6) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "The ratios {0}, {1} and {2} must be between 0 and 1 and add up to 1, not to {3}."),
              {text(ratios[0]), text(ratios[1]), text(ratios[2]), text(std::round(sum * 1e9) / 1e9)});
}

tl::unexpected<Error> conflict(std::string sentence) {
  return fail(Errc::invalidArgument, std::move(sentence));
}

Result<void> checkPlan(const SplitPlan& plan) {
  if (hasRatios(plan)) MASU_CHECK(checkRatios(plan));
  if (plan.byHash && plan.stratify)
    return conflict(MASU_TEXT("core", "A split cannot go by hash and by class shares at once; leave one of them out."));
  if (!plan.order.empty() && plan.byHash)
    return conflict(MASU_TEXT("core", "A split cannot go in order and by hash at once; leave one of them out."));
  if (!plan.order.empty() && plan.byGroup)
    return conflict(MASU_TEXT("core", "A split cannot go in order and by groups at once; leave one of them out."));
  if (!plan.order.empty() && plan.stratify)
    return conflict(
        MASU_TEXT("core", "A split cannot go in order and by class shares at once; leave one of them out."));
  if (plan.keepEqual && (plan.byGroup || plan.byHash || !plan.order.empty())) {
    return conflict(
        MASU_TEXT("core",
                  "Equal samples cannot be kept together in a split by groups, by hash or in order; leave one of "
                  "them out."));
  }
  if (plan.gap > 0 && plan.order.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A gap needs an order: a column, or position."));
  }
  if (plan.subset > 0 && plan.subset <= 1) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "The subset {0} must be a share above 0 and at most 1, such as 0.05."),
              {text(plan.subset)});
}

Result<const store::ObjectInfo*> classLabels(const store::Dataset& dataset) {
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels != nullptr && dataset.meta().target == store::Target::classes) return labels;
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} has no class labels to stratify by; split it without stratifying, or import it with a "
                        "label column."),
              {dataset.path().string()}, {dataset.path().string()});
}

Result<void> applyExclusion(const store::Dataset& dataset, const SplitPlan& plan, const std::stop_token& stop,
                            store::Assignment& assignment, Unmatched& unmatched) {
  unmatched.exclude = !plan.exclude.empty();
  if (plan.exclude.empty()) return {};
  return select(dataset, plan.exclude, nullptr, stop, [&](std::uint64_t sample) {
    assignment[sample] = store::Split::unused;
    unmatched.exclude = false;
  });
}

/// What a source's rules say of all its samples.
struct RuleVerdict {
  bool matched = false;
  store::Split split = store::Split::unused;
};

/// Searches every rule in the path of every source; the first that matches wins.
Result<std::vector<RuleVerdict>> evaluateRules(const std::vector<SplitRule>& rules,
                                               const std::vector<store::SourceFile>& sources, Unmatched& unmatched) {
  std::vector<RuleVerdict> verdicts(sources.size());
  for (std::size_t r = 0; r < rules.size(); ++r) {
    MASU_TRY(const Pattern expression, Pattern::compile(rules[r].expression));
    bool fits = false;
    for (std::size_t s = 0; s < sources.size(); ++s) {
      const bool matters = !fits || !verdicts[s].matched;
      if (!matters || !expression.matches(sources[s].path)) continue;
      fits = true;
      if (!verdicts[s].matched) verdicts[s] = {true, rules[r].split};
    }
    if (!fits) unmatched.rules.push_back(r);
  }
  return verdicts;
}

Result<void> applyRules(const store::Dataset& dataset, const SplitPlan& plan, store::Assignment& assignment,
                        Unmatched& unmatched) {
  if (plan.rules.empty()) return {};
  MASU_TRY(const auto verdicts, evaluateRules(plan.rules, dataset.meta().sources, unmatched));
  MASU_TRY(auto origins, OriginReader::open(dataset));
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint32_t source = block[i].source;
      const bool open = assignment[first + i] == kUnassigned && source < verdicts.size();
      if (open && verdicts[source].matched) assignment[first + i] = verdicts[source].split;
    }
  }
  return {};
}

/// One draw under way: the plan, and what of the dataset it looks at.
class Draw {
 public:
  static Result<Draw> begin(const store::Dataset& dataset, const SplitPlan& plan, const std::stop_token& stop,
                            std::uint64_t memoryBytes) {
    MASU_CHECK(checkPlan(plan));
    Draw draw(dataset, plan, stop, memoryBytes);
    if (plan.stratify) {
      MASU_TRY(draw.m_labels, classLabels(dataset));
    }
    if (!plan.order.empty()) MASU_CHECK(DatasetRows::checkName(dataset, plan.order));
    if (plan.byGroup) {
      MASU_CHECK(DatasetRows::checkName(dataset, plan.groupBy));
      MASU_TRY(GroupKeys groups, GroupKeys::open(dataset, plan.groupBy));
      draw.m_groups.emplace(std::move(groups));
    }
    return draw;
  }

  /// What nothing but ratios or folds decides is open.
  Result<store::Assignment> prepare(const SampleSet* aside = nullptr) {
    store::Assignment assignment(m_dataset.samples(), kUnassigned);
    if (aside != nullptr) setAside(*aside, assignment);
    MASU_CHECK(applyExclusion(m_dataset, m_plan, m_stop, assignment, m_unmatched));
    MASU_CHECK(applyRules(m_dataset, m_plan, assignment, m_unmatched));
    if (m_plan.subset < 1) {
      m_unmatched.subsetOf = openIn(assignment);
      MASU_CHECK(takeSubset(assignment));
      m_unmatched.subset = openIn(assignment);
    }
    return assignment;
  }

  /// Once it is prepared.
  const Unmatched& unmatched() const { return m_unmatched; }
  /// Once it is divided.
  const std::vector<OrderGap>& gaps() const { return m_gaps; }

  Result<void> divide(const Division& division, store::Assignment& assignment) {
    if (m_stop.stop_requested()) return fail(Error::cancelled());
    if (!m_plan.order.empty()) {
      MASU_TRY(m_gaps, divideInOrder(m_dataset, m_plan.order, m_plan.gap, division, assignment));
      return {};
    }
    if (m_plan.byHash) return divideByHash(m_dataset, keys(), division, assignment);
    if (m_groups) return divideGroups(m_dataset, keys(), division, assignment);
    if (m_plan.keepEqual) {
      MASU_TRY(const auto equal, EqualDivision::divide(m_dataset, keys(), division, assignment));
      return equal.divideRest(assignment);
    }
    return divideSamples(m_dataset, keys(), division, assignment);
  }

 private:
  Draw(const store::Dataset& dataset, const SplitPlan& plan, const std::stop_token& stop, std::uint64_t memoryBytes)
      : m_dataset(dataset), m_plan(plan), m_stop(stop), m_memoryBytes(memoryBytes) {}

  static std::uint64_t openIn(const store::Assignment& assignment) {
    return static_cast<std::uint64_t>(std::ranges::count(assignment, kUnassigned));
  }

  static void setAside(const SampleSet& aside, store::Assignment& assignment) {
    TaggedRuns::Cursor cursor(aside.runs());
    for (TaggedRun run; cursor.next(run);) {
      const auto begin = assignment.begin() + static_cast<std::ptrdiff_t>(run.first);
      std::fill_n(begin, run.count, store::Split::unused);
    }
  }

  SplitKeys keys() { return {m_labels, m_groups ? &*m_groups : nullptr, m_memoryBytes, m_stop}; }

  Result<void> takeSubset(store::Assignment& assignment) {
    const Division division = {{m_plan.subset, 1 - m_plan.subset},
                               {kUnassigned, store::Split::unused},
                               mix64(m_plan.seed ^ kSubsetSeed),
                               false};
    if (m_plan.byHash) return divideByHash(m_dataset, keys(), division, assignment);
    SplitKeys within = keys();
    if (m_dataset.meta().target == store::Target::classes) within.labels = m_dataset.find("labels");
    return m_groups ? divideGroups(m_dataset, within, division, assignment)
                    : divideSamples(m_dataset, within, division, assignment);
  }

  const store::Dataset& m_dataset;
  const SplitPlan& m_plan;
  std::stop_token m_stop;
  std::uint64_t m_memoryBytes;
  const store::ObjectInfo* m_labels = nullptr;
  std::optional<GroupKeys> m_groups;
  Unmatched m_unmatched;
  std::vector<OrderGap> m_gaps;
};

Division byRatios(const SplitPlan& plan) {
  return {{plan.ratios.begin(), plan.ratios.end()},
          {store::Split::train, store::Split::validation, store::Split::test},
          plan.seed,
          false};
}

Result<void> checkFolds(const SplitPlan& plan, unsigned folds) {
  if (folds < 2 || folds > Folds::kMost) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "There can be 2 to {0} folds, not {1}."),
                {std::to_string(Folds::kMost), std::to_string(folds)});
  }
  if (!plan.order.empty()) {
    return conflict(MASU_TEXT("core", "A split cannot go in order and into folds at once; leave one of them out."));
  }
  if (plan.ratios[1] == 0) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "With folds the validation share is a fold; give ratios such as 0.9,0,0.1, or a test set by a "
                        "rule."));
}

}  // namespace

Result<store::Assignment> draw(const store::Dataset& dataset, const SplitPlan& plan, const std::stop_token& stop,
                               const SampleSet* aside, Unmatched* unmatched, std::uint64_t memoryBytes,
                               std::vector<OrderGap>* gaps) {
  if (plan.rules.empty()) MASU_CHECK(checkRatios(plan));  // nothing else would assign a sample
  MASU_TRY(Draw draw, Draw::begin(dataset, plan, stop, memoryBytes));
  MASU_TRY(store::Assignment assignment, draw.prepare(aside));
  if (unmatched != nullptr) *unmatched = draw.unmatched();
  if (hasRatios(plan)) {
    MASU_CHECK(draw.divide(byRatios(plan), assignment));
    if (gaps != nullptr) *gaps = draw.gaps();
  } else {
    std::ranges::replace(assignment, kUnassigned, store::Split::unused);
  }
  return assignment;
}

Result<SampleSet> setAsideSince(const store::Dataset& dataset, const SplitPlan& plan,
                                const store::Assignment& assignment, const std::stop_token& stop,
                                std::uint64_t memoryBytes) {
  MASU_TRY(const store::Assignment drawn, draw(dataset, plan, stop, nullptr, nullptr, memoryBytes));
  SampleSet aside;
  for (std::uint64_t sample = 0; sample < drawn.size(); ++sample) {
    if (assignment[sample] == store::Split::unused && drawn[sample] != store::Split::unused) aside.add(sample);
  }
  return aside;
}

std::optional<std::string> usualGroups(const store::Dataset& dataset, std::uint64_t parts) {
  const bool groups = hasGroups(dataset);
  if (!groups && !cutIntoWindows(dataset)) return std::nullopt;
  const store::DatasetMeta& meta = dataset.meta();
  // Where nobody stated groups, each recording is one.
  const std::uint64_t count = groups && !meta.groups.empty() ? meta.groups.size() : meta.sources.size();
  const bool counted = meta.kind != store::SampleKind::table || !meta.groups.empty();
  if (counted && (count >= dataset.samples() || count < std::max<std::uint64_t>(parts, 2))) return std::nullopt;
  return groups ? "group" : "source";
}

store::Assignment Folds::assignment(unsigned fold) const {
  store::Assignment assignment(m_marks.size());
  std::ranges::transform(m_marks, assignment.begin(), [fold](store::Split mark) {
    const auto code = static_cast<std::uint8_t>(mark);
    if (code < kFirstFold) return mark;
    return code == kFirstFold + fold ? store::Split::validation : store::Split::train;
  });
  return assignment;
}

Result<Folds> drawFolds(const store::Dataset& dataset, const SplitPlan& plan, unsigned folds,
                        const std::stop_token& stop, std::uint64_t memoryBytes) {
  MASU_CHECK(checkFolds(plan, folds));
  MASU_TRY(Draw draw, Draw::begin(dataset, plan, stop, memoryBytes));
  Folds drawn;
  drawn.m_count = folds;
  MASU_TRY(drawn.m_marks, draw.prepare());
  drawn.m_unmatched = draw.unmatched();
  if (hasRatios(plan)) {
    Division outer = byRatios(plan);
    outer.marks[0] = kUnassigned;
    MASU_CHECK(draw.divide(outer, drawn.m_marks));
  }
  Division division{Shares(folds, 1.0 / folds), {}, mix64(plan.seed), true};
  for (unsigned fold = 0; fold < folds; ++fold) division.marks.push_back(static_cast<store::Split>(kFirstFold + fold));
  MASU_CHECK(draw.divide(division, drawn.m_marks));
  return drawn;
}

}  // namespace masu::manifest
