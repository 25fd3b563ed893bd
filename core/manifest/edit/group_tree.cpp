// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/edit/group_tree.h"

#include <algorithm>

namespace masu::manifest {

std::optional<GroupLevels> GroupTree::levelsOf(const store::Dataset& dataset) {
  const bool sources = dataset.find("origin") != nullptr && dataset.meta().sources.size() > 1;
  const bool groups = dataset.find("group") != nullptr && !dataset.meta().groups.empty();
  if (groups) return GroupLevels{"group", sources ? "source" : ""};
  if (sources) return GroupLevels{"source", ""};
  return std::nullopt;
}

Result<GroupTree> GroupTree::build(const store::Dataset& dataset, const store::Assignment& assignment,
                                   GroupLevels levels, const std::stop_token& stop) {
  GroupTree tree(std::move(levels));
  MASU_TRY(tree.m_outer, GroupKeys::open(dataset, tree.m_levels.outer));
  if (!tree.m_levels.inner.empty()) {
    MASU_TRY(tree.m_inner, GroupKeys::open(dataset, tree.m_levels.inner));
  }
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 16U;
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlock) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(kBlock, assignment.size() - first);
    MASU_TRY(const auto outer, tree.m_outer->read(first, count));
    std::span<const std::int32_t> inner;
    if (tree.m_inner) {
      MASU_TRY(inner, tree.m_inner->read(first, count));
    }
    if (inner.empty()) inner = outer;
    for (std::uint64_t begin = 0, end = 0; begin < count; begin = end) {
      while (end < count && outer[end] == outer[begin] && inner[end] == inner[begin]) ++end;
      MASU_TRY(const std::uint32_t place, tree.childOf(outer[begin], inner[begin]));
      tree.take(first + begin, std::span(assignment).subspan(first + begin, end - begin), place);
    }
  }
  tree.m_runs.trim();
  tree.m_placeOf.clear();
  tree.m_childPlaceOf.clear();
  return tree;
}

void GroupTree::take(std::uint64_t first, std::span<const store::Split> splits, std::uint32_t place) {
  m_runs.append(first, splits.size(), place);
  SplitTally counts{};
  for (const store::Split split : splits) ++counts[static_cast<std::size_t>(split)];
  Child& child = m_children[place];
  for (std::size_t split = 0; split < counts.size(); ++split) {
    child.counts[split] += counts[split];
    m_groups[child.group].counts[split] += counts[split];
  }
}

Result<std::uint32_t> GroupTree::childOf(std::int32_t outer, std::int32_t inner) {
  const std::uint64_t both =
      static_cast<std::uint64_t>(static_cast<std::uint32_t>(outer)) << 32U | static_cast<std::uint32_t>(inner);
  const auto known = m_childPlaceOf.find(both);
  if (known != m_childPlaceOf.end()) return known->second;
  if (m_children.size() == kMostChildren) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "There are more than {0} groups by {1}, too many to list. Choose a column with fewer "
                          "different values."),
                {std::to_string(kMostChildren), m_levels.inner.empty() ? m_levels.outer : m_levels.inner});
  }
  const auto [group, fresh] = m_placeOf.try_emplace(outer, static_cast<std::uint32_t>(m_groups.size()));
  if (fresh) m_groups.push_back({outer, {}, {}});
  const auto place = static_cast<std::uint32_t>(m_children.size());
  m_children.push_back({inner, group->second, {}});
  m_groups[group->second].children.push_back(place);
  m_childPlaceOf.emplace(both, place);
  return place;
}

SampleSet GroupTree::samplesOf(const std::vector<std::uint32_t>& children) const {
  std::vector<bool> wanted(m_children.size());
  for (const std::uint32_t child : children) wanted[child] = true;
  SampleSet samples;
  TaggedRuns::Cursor cursor(m_runs);
  for (TaggedRun run; cursor.next(run);) {
    if (wanted[run.tag]) samples.add(run.first, run.count);
  }
  return samples;
}

std::vector<SplitTally> GroupTree::tally(const SampleSet& samples, const store::Assignment& assignment) const {
  std::vector<SplitTally> tallies(m_children.size());
  TaggedRuns::Cursor children(m_runs);
  TaggedRuns::Cursor wanted(samples.runs());
  TaggedRun child;
  for (TaggedRun run; wanted.next(run);) {
    for (std::uint64_t sample = run.first; sample < run.first + run.count; ++sample) {
      if (sample >= child.first + child.count) {
        children.seek(sample);
        if (!children.next(child)) return tallies;
      }
      ++tallies[child.tag][static_cast<std::size_t>(assignment[sample])];
    }
  }
  return tallies;
}

void GroupTree::follow(const Change& change, bool back) {
  TaggedRuns::Cursor cursor(m_runs);
  TaggedRun run;  // the run of one child that `sample` is in
  change.forEachRun(back, [&](std::uint64_t sample, std::uint64_t left, store::Split from, store::Split to) {
    while (left > 0) {
      if (sample >= run.first + run.count) {
        cursor.seek(sample);
        if (!cursor.next(run)) return;
      }
      const std::uint64_t count = std::min(left, run.first + run.count - sample);
      Child& child = m_children[run.tag];
      for (SplitTally* counts : {&child.counts, &m_groups[child.group].counts}) {
        (*counts)[static_cast<std::size_t>(from)] -= count;
        (*counts)[static_cast<std::size_t>(to)] += count;
      }
      sample += count;
      left -= count;
    }
  });
}

}  // namespace masu::manifest
