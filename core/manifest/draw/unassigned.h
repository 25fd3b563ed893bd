// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/manifest/draw/split_plan.h"
#include "core/manifest/samples/group_keys.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// Marks a sample that is still to be drawn. Never leaves draw().
inline constexpr auto kUnassigned = static_cast<store::Split>(255);

/// What a division looks at, null where it does not, the memory that its tables may take, and what ends it.
struct SplitKeys {
  const store::ObjectInfo* labels = nullptr;
  GroupKeys* groups = nullptr;
  std::uint64_t memoryBytes = kAnyMemory;
  std::stop_token stop = {};

  /// The same of a pass that looks at these.
  SplitKeys with(const store::ObjectInfo* passLabels, GroupKeys* passGroups) const {
    return {passLabels, passGroups, memoryBytes, stop};
  }
};

/// Calls body(sample, class, group) for every unassigned sample in order; 0 where classes or groups do not matter.
/// `check`, a Result<void>(), is called after each block of kBlockSamples, and ends the pass by its error: what the
/// pass collects is within its memory then, but for what one block adds. A stop ends it before a block.
template <class Body, class Check>
Result<void> forEachUnassigned(const store::Dataset& dataset, const SplitKeys& keys,
                               const store::Assignment& assignment, Body&& body, Check&& check) {
  std::optional<CodeReader> labels;
  if (keys.labels != nullptr) labels.emplace(dataset, *keys.labels);
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    if (keys.stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    std::span<const std::int64_t> classes;
    std::span<const std::int32_t> members;
    if (labels) {
      MASU_TRY(classes, labels->read(first, count));
    }
    if (keys.groups != nullptr) {
      MASU_TRY(members, keys.groups->read(first, count));
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      if (assignment[first + i] != kUnassigned) continue;
      body(first + i, classes.empty() ? 0 : static_cast<std::size_t>(classes[i]), members.empty() ? 0 : members[i]);
    }
    MASU_CHECK(check());
  }
  return {};
}

/// The same of a pass that collects nothing.
template <class Body>
Result<void> forEachUnassigned(const store::Dataset& dataset, const SplitKeys& keys,
                               const store::Assignment& assignment, Body&& body) {
  return forEachUnassigned(dataset, keys, assignment, std::forward<Body>(body), [] { return Result<void>(); });
}

}  // namespace masu::manifest
