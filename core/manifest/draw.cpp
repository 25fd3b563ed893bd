#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/permutation.h"
#include "core/manifest/group_split.h"
#include "core/manifest/quotas.h"
#include "core/manifest/sample_codes.h"
#include "core/manifest/source_rules.h"
#include "core/manifest/split_plan.h"

namespace masu::manifest {

namespace {

/// Marks a sample that no rule took while ratios are still to come. Never leaves draw().
constexpr auto kOpen = static_cast<store::Split>(255);

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
  if (!hasRatios(plan) || (sane && std::abs(sum - 1) < 1e-6)) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "The ratios {0}, {1} and {2} must lie between 0 and 1 and add up to 1, not to {3}."),
              {text(ratios[0]), text(ratios[1]), text(ratios[2]), text(std::round(sum * 1e9) / 1e9)});
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

Result<const store::ObjectInfo*> groupsOf(const store::Dataset& dataset) {
  const store::ObjectInfo* groups = dataset.find("group");
  if (groups != nullptr) return groups;
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{0} has no groups to keep together; import it with a group column or --group-from."),
              {dataset.path().string()}, {dataset.path().string()});
}

Result<void> applyRules(const store::Dataset& dataset, const SplitPlan& plan, store::Assignment& assignment) {
  if (plan.rules.empty()) return {};
  MASU_TRY(const auto verdicts, judgeSources(plan.rules, dataset.meta().sources));
  MASU_TRY(auto origins, OriginReader::open(dataset));
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint32_t source = block[i].source;
      if (source < verdicts.size() && verdicts[source].matched) assignment[first + i] = verdicts[source].split;
    }
  }
  return {};
}

/// The objects a draw looks at; null where it does not.
struct Sides {
  const store::ObjectInfo* labels = nullptr;
  const store::ObjectInfo* groups = nullptr;
};

/// Calls body(sample, class, group) for every open sample in order; 0 where classes or groups do not matter.
template <class Body>
Result<void> forEachOpen(const store::Dataset& dataset, const Sides& sides, const store::Assignment& assignment,
                         Body&& body) {
  std::optional<CodeReader> labels;
  std::optional<CodeReader> groups;
  if (sides.labels != nullptr) labels.emplace(dataset, *sides.labels);
  if (sides.groups != nullptr) groups.emplace(dataset, *sides.groups);
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    std::span<const std::int64_t> classes;
    std::span<const std::int64_t> members;
    if (labels) {
      MASU_TRY(classes, labels->read(first, count));
    }
    if (groups) {
      MASU_TRY(members, groups->read(first, count));
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      if (assignment[first + i] != kOpen) continue;
      body(first + i, classes.empty() ? 0 : static_cast<std::size_t>(classes[i]),
           members.empty() ? 0 : static_cast<std::int32_t>(members[i]));
    }
  }
  return {};
}

/// A random number below `bound` from a random word, without a division.
std::uint64_t below(std::uint64_t word, std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(word) * bound) >> 64U);
}

/// Draws tickets out of one urn a class: as many for each split as its quota says, so that counts are exact, every
/// assignment with these counts is equally likely, and one pass with no memory a sample does it (Knuth, TAOCP 2, 3.4.2
/// S).
Result<void> drawSamples(const store::Dataset& dataset, const Sides& sides, const SplitPlan& plan,
                         store::Assignment& assignment) {
  std::vector<std::uint64_t> sizes;
  MASU_CHECK(forEachOpen(dataset, sides, assignment, [&](std::uint64_t, std::size_t code, std::int32_t) {
    if (code >= sizes.size()) sizes.resize(code + 1);
    ++sizes[code];
  }));
  QuotaDivider divider(plan.ratios);
  std::vector<Quota> urns;
  urns.reserve(sizes.size());
  for (const std::uint64_t size : sizes) urns.push_back(divider.divide(size));

  const std::uint64_t key = mix64(plan.seed);
  return forEachOpen(dataset, sides, assignment, [&](std::uint64_t sample, std::size_t code, std::int32_t) {
    Quota& urn = urns[code];
    const std::uint64_t ticket = below(mix64(key + sample * 0x9E3779B97F4A7C15ULL), sizes[code]--);
    const std::size_t split = ticket < urn[0] ? 0 : ticket < urn[0] + urn[1] ? 1 : 2;
    --urn[split];
    assignment[sample] = static_cast<store::Split>(split + 1);
  });
}

Result<void> drawGroups(const store::Dataset& dataset, const Sides& sides, const SplitPlan& plan,
                        store::Assignment& assignment) {
  GroupTable table;
  MASU_CHECK(forEachOpen(dataset, sides, assignment,
                         [&](std::uint64_t, std::size_t code, std::int32_t group) { table.add(group, code); }));
  table.finish();
  const std::vector<GroupPlace> places = placeGroups(table, plan.ratios, plan.seed);

  // Neighbours mostly share a group, so the last place found is asked first.
  auto place = places.begin();
  return forEachOpen(dataset, {nullptr, sides.groups}, assignment,
                     [&](std::uint64_t sample, std::size_t, std::int32_t group) {
                       if (place->group != group) {
                         place = std::lower_bound(places.begin(), places.end(), group,
                                                  [](const GroupPlace& a, std::int32_t b) { return a.group < b; });
                       }
                       assignment[sample] = place->split;
                     });
}

}  // namespace

Result<store::Assignment> draw(const store::Dataset& dataset, const SplitPlan& plan) {
  MASU_CHECK(checkRatios(plan));
  const bool divides = hasRatios(plan);
  store::Assignment assignment(dataset.samples(), divides ? kOpen : store::Split::unused);
  MASU_CHECK(applyRules(dataset, plan, assignment));
  if (!divides) return assignment;

  Sides sides;
  if (plan.stratify) {
    MASU_TRY(sides.labels, classLabels(dataset));
  }
  if (plan.byGroup) {
    MASU_TRY(sides.groups, groupsOf(dataset));
  }
  MASU_CHECK(plan.byGroup ? drawGroups(dataset, sides, plan, assignment)
                          : drawSamples(dataset, sides, plan, assignment));
  return assignment;
}

}  // namespace masu::manifest
