// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "core/manifest/check/check_context.h"
#include "core/manifest/samples/group_keys.h"

namespace masu::manifest {

namespace {

/// Where each recording is a group of its own, groups go by the names of the recordings.
std::string groupName(const store::DatasetMeta& meta, std::int64_t group) {
  const auto index = static_cast<std::size_t>(group);
  if (group >= 0 && index < meta.groups.size()) return meta.groups[index];
  if (meta.groups.empty() && group >= 0 && index < meta.sources.size()) return meta.sources[index].path;
  return std::to_string(group);
}

/// What a pass over the groups of one kind finds.
struct GroupSides {
  std::uint64_t groups = 0;
  std::uint64_t across = 0;  ///< in more than one split
  std::string example;
};

Result<GroupSides> sidesOf(const CheckContext& context, const std::string& kind) {
  MASU_TRY(auto keys, GroupKeys::open(context.dataset, kind));
  std::unordered_map<std::int32_t, unsigned> splits;
  MASU_CHECK(forEachBlock(context, kBlockSamples, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    MASU_TRY(const auto groups, keys.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const store::Split split = context.splitOf(first + i);
      if (split != store::Split::unused) splits[groups[i]] |= 1U << static_cast<unsigned>(split);
    }
    return {};
  }));
  GroupSides sides;
  sides.groups = splits.size();
  std::int32_t lowest = std::numeric_limits<std::int32_t>::max();
  for (const auto& [group, mask] : splits) {
    if (std::has_single_bit(mask)) continue;
    ++sides.across;
    lowest = std::min(lowest, group);
  }
  if (sides.across == 0) return sides;
  sides.example = kind == "group" ? groupName(context.dataset.meta(), lowest) : keys.textOf(lowest);
  if (sides.example.empty()) sides.example = "–";
  return sides;
}

}  // namespace

Result<bool> groupsSuffice(const CheckContext& context, const std::string& groups) {
  const store::ObjectInfo* labels = context.dataset.find("labels");
  if (labels == nullptr || context.dataset.meta().target != store::Target::classes) return true;
  CodeReader codes(context.dataset, *labels);
  MASU_TRY(auto wholes, GroupKeys::open(context.dataset, groups));
  std::unordered_set<std::uint64_t> seen;  // class and group
  std::vector<std::uint64_t> perClass(context.dataset.meta().classes.size());
  unsigned splits = 0;
  MASU_CHECK(forEachBlock(context, kBlockSamples, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    MASU_TRY(const auto classes, codes.read(first, count));
    MASU_TRY(const auto members, wholes.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (context.splitOf(first + i) == store::Split::unused) continue;
      splits |= 1U << static_cast<unsigned>(context.splitOf(first + i));
      const auto code = static_cast<std::uint64_t>(classes[i]);
      // More than there are splits need not be distinguished.
      if (code >= perClass.size() || perClass[code] >= store::kSplitCount) continue;
      const bool fresh = seen.insert(code << 32U | static_cast<std::uint32_t>(members[i])).second;
      if (fresh) ++perClass[code];
    }
    return {};
  }));
  const auto parts = static_cast<std::uint64_t>(std::popcount(splits));
  return std::ranges::all_of(perClass, [&](std::uint64_t count) { return count == 0 || count >= parts; });
}

Result<Check> checkGroups(const CheckContext& context) {
  Check check;
  check.name = "groups_across_splits";
  std::vector<std::string> kinds;
  if (hasGroups(context.dataset)) kinds.emplace_back("group");
  if (!context.groupsKept.empty() && context.groupsKept != "group") kinds.push_back(context.groupsKept);
  if (kinds.empty()) {
    check.detail = {MASU_TEXT("core", "The dataset has no groups."), {}};
    return check;
  }
  for (const std::string& kind : kinds) {
    MASU_TRY(const GroupSides sides, sidesOf(context, kind));
    if (sides.across == 0) {
      check.detail = {kind == "group" ? MASU_TEXT("core", "Each of {0} groups is in one split.")
                                      : MASU_TEXT("core", "Each of {0} groups by {1} is in one split."),
                      {std::to_string(sides.groups), kind}};
      continue;
    }
    MASU_TRY(const bool enough, groupsSuffice(context, kind));
    if (enough) check.remedy.redraw = Redraw{.groupBy = kind};
    markFailed(
        check, Severity::serious,
        {MASU_TEXT("core",
                   "{0} of {1} groups are in more than one split, for example {2}: scores measure how well known "
                   "groups are recognised."),
         {std::to_string(sides.across), std::to_string(sides.groups), sides.example}},
        {MASU_TEXT("core", "Keep the groups whole when you split."), {}});
    return check;
  }
  return check;
}

}  // namespace masu::manifest
