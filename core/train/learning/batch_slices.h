// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"

namespace masu::train {

/// Some consecutive slices of a batch, [first, last), counted from 0.
struct SliceRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::uint64_t size() const { return last - first; }
  bool operator==(const SliceRange&) const = default;
};

/// Consecutive samples of a batch.
struct SampleRange {
  std::uint64_t first = 0;
  std::uint64_t count = 0;

  bool operator==(const SampleRange&) const = default;
};

/// How many slices a batch is divided into: `slices`, or fewer where a slice would have less than two samples, of which
/// batch normalisation has no variance. A batch of one sample is one slice. Requires: both above 0.
std::uint64_t slicesOf(std::uint64_t samples, std::uint64_t slices);

/// The samples of one slice: [kn/s, (k+1)n/s) for the s slices that the batch is divided into, so that sizes differ by
/// at most one. None for the slices that it lacks, which are the last ones.
SampleRange samplesOf(std::uint64_t slice, std::uint64_t samples, std::uint64_t slices);

/// These samples as a batch of their own. It shares the arrays; only features that would not be aligned are copied, so
/// that what is computed from them does not depend on where they are in a larger batch. Lifetime: as `batch`.
loader::Batch sliceOf(const loader::Batch& batch, SampleRange samples);

/// The slices of one of `world` processes that share a step: [rK/N, (r+1)K/N). Requires: rank < world.
SliceRange slicesOfRank(std::uint64_t rank, std::uint64_t world, std::uint64_t slices);

/// The tree in which slices are added up: a node [first, last) of more than one slice has two halves, which meet here.
/// So where 2, 4, 8 … ranks divide K, the slices of each are a node.
std::uint64_t middleOf(SliceRange node);

/// The largest nodes of the tree over `slices` that make up `part`, in order: what whoever has only these slices can
/// add up. Requires: part.last <= slices.
std::vector<SliceRange> nodesOf(SliceRange part, std::uint64_t slices);

/// What a node adds up to. `given(node)`, a Result<std::optional<Value>>, is asked from the root down, left before
/// right; where it has nothing, the halves are asked and joined by `join(left, right)`, a Result<Value>. So no more
/// values are held than the tree has levels, and the order of the additions is that of the tree alone.
/// Requires: `given` has a value for a node of one slice. Errors: those of the two.
template <class Value, class Given, class Join>
Result<Value> addedUp(SliceRange node, Given&& given, Join&& join) {
  MASU_TRY(auto known, given(node));
  if (known) return std::move(*known);
  const std::uint64_t middle = middleOf(node);
  MASU_TRY(Value left, addedUp<Value>({node.first, middle}, given, join));
  MASU_TRY(Value right, addedUp<Value>({middle, node.last}, given, join));
  return join(std::move(left), std::move(right));
}

}  // namespace masu::train
