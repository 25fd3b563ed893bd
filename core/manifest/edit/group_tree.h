// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/manifest/edit/change.h"
#include "core/manifest/samples/group_keys.h"
#include "core/manifest/samples/sample_set.h"

namespace masu::manifest {

/// What a tree of groups is made of, by names of the filter language: "group", "source" or a column.
struct GroupLevels {
  std::string outer;
  std::string inner;  ///< empty: groups have no children
};

/// Groups of samples and their children (the recordings of a machine, say) with how many samples of each are in which
/// split, kept up to date as samples move. Order: as the samples come.
/// Threads: const calls are safe together. Lifetime: borrows the dataset. Memory: some 100 bytes a child, and two to
/// five bytes for every run of samples of one child; one to three a sample where they are stored shuffled.
class GroupTree {
 public:
  static constexpr std::size_t kMostChildren = std::size_t{1} << 20U;

  struct Child {
    std::int32_t key = 0;
    std::uint32_t group = 0;  ///< its place in groups()
    SplitTally counts{};
  };
  struct Group {
    std::int32_t key = 0;
    std::vector<std::uint32_t> children;  ///< places in children(); one, equal to the group, without an inner level
    SplitTally counts{};
  };

  /// Groups if the dataset has any, with recordings in them where that says more; else recordings alone. Nothing for
  /// a dataset without both.
  static std::optional<GroupLevels> levelsOf(const store::Dataset& dataset);

  /// One pass. Errors: no such column; more than kMostChildren; Errc::cancelled.
  static Result<GroupTree> build(const store::Dataset& dataset, const store::Assignment& assignment, GroupLevels levels,
                                 const std::stop_token& stop = {});

  const GroupLevels& levels() const { return m_levels; }
  const std::vector<Group>& groups() const { return m_groups; }
  const std::vector<Child>& children() const { return m_children; }
  /// What the data calls them; empty where the value is missing.
  std::string nameOf(const Group& group) const { return m_outer->textOf(group.key); }
  std::string nameOf(const Child& child) const { return (m_inner ? m_inner : m_outer)->textOf(child.key); }

  /// All samples of some children, by their places. No reading.
  SampleSet samplesOf(const std::vector<std::uint32_t>& children) const;

  /// How many of some samples each child has in each split, by places. No reading.
  std::vector<SplitTally> tally(const SampleSet& samples, const store::Assignment& assignment) const;

  /// Counts samples as moved, or with `back` as moved back. Requires: a change of the assignment that is counted.
  void follow(const Change& change, bool back);

 private:
  explicit GroupTree(GroupLevels levels) : m_levels(std::move(levels)) {}

  GroupLevels m_levels;
  void take(std::uint64_t first, std::span<const store::Split> splits, std::uint32_t place);
  Result<std::uint32_t> childOf(std::int32_t outer, std::int32_t inner);

  std::optional<GroupKeys> m_outer;
  std::optional<GroupKeys> m_inner;
  std::vector<Group> m_groups;
  std::vector<Child> m_children;
  std::unordered_map<std::int32_t, std::uint32_t> m_placeOf;        ///< of groups, while they are counted
  std::unordered_map<std::uint64_t, std::uint32_t> m_childPlaceOf;  ///< by outer and inner key
  TaggedRuns m_runs{TaggedRuns::Tags::some};                        ///< tag: place in m_children
};

}  // namespace masu::manifest
