// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/batch_slices.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>

namespace masu::train {

namespace {

/// What LibTorch aligns its own memory to.
constexpr std::size_t kAlignment = 64;

/// floor(k × n / s) without the product, which could overflow.
std::uint64_t boundary(std::uint64_t k, std::uint64_t n, std::uint64_t s) {
  return n / s * k + n % s * k / s;
}

template <class Value>
std::span<const Value> partOf(std::span<const Value> values, const loader::Batch& batch, SampleRange samples) {
  const std::size_t each = values.size() / batch.samples;
  return values.subspan(samples.first * each, samples.count * each);
}

void align(loader::Batch& slice) {
  const auto address = reinterpret_cast<std::uintptr_t>(slice.features.data());
  if (slice.features.empty() || address % kAlignment == 0) return;
  const std::size_t bytes = slice.features.size_bytes();
  void* copy = ::operator new(bytes, std::align_val_t(kAlignment));
  slice.storage = std::shared_ptr<const void>(
      copy, [](const void* memory) { ::operator delete(const_cast<void*>(memory), std::align_val_t(kAlignment)); });
  std::memcpy(copy, slice.features.data(), bytes);
  slice.features = {static_cast<const float*>(copy), slice.features.size()};
}

void addNodes(SliceRange node, SliceRange part, std::vector<SliceRange>& nodes) {
  if (node.last <= part.first || part.last <= node.first) return;
  if (part.first <= node.first && node.last <= part.last) {
    nodes.push_back(node);
    return;
  }
  addNodes({node.first, middleOf(node)}, part, nodes);
  addNodes({middleOf(node), node.last}, part, nodes);
}

}  // namespace

std::uint64_t slicesOf(std::uint64_t samples, std::uint64_t slices) {
  constexpr std::uint64_t kFewest = 2;  // samples of a slice
  return std::min(slices, std::max<std::uint64_t>(1, samples / kFewest));
}

SampleRange samplesOf(std::uint64_t slice, std::uint64_t samples, std::uint64_t slices) {
  const std::uint64_t there = slicesOf(samples, slices);
  if (slice >= there) return {samples, 0};
  const std::uint64_t first = boundary(slice, samples, there);
  return {first, boundary(slice + 1, samples, there) - first};
}

loader::Batch sliceOf(const loader::Batch& batch, SampleRange samples) {
  loader::Batch slice = batch;
  if (samples.count == batch.samples) return slice;
  slice.samples = samples.count;
  const std::uint64_t end = samples.first + samples.count;
  const std::uint64_t used = batch.samples - batch.padding;
  slice.padding = std::min(samples.count, end - std::min(end, used));
  slice.indices = partOf(batch.indices, batch, samples);
  slice.features = partOf(batch.features, batch, samples);
  slice.narrow = partOf(batch.narrow, batch, samples);
  slice.categories = partOf(batch.categories, batch, samples);
  slice.labels = partOf(batch.labels, batch, samples);
  slice.targets = partOf(batch.targets, batch, samples);
  slice.shares = partOf(batch.shares, batch, samples);
  slice.weights = partOf(batch.weights, batch, samples);
  align(slice);
  return slice;
}

SliceRange slicesOfRank(std::uint64_t rank, std::uint64_t world, std::uint64_t slices) {
  return {boundary(rank, slices, world), boundary(rank + 1, slices, world)};
}

std::uint64_t middleOf(SliceRange node) {
  return node.first + (node.last - node.first) / 2;
}

std::vector<SliceRange> nodesOf(SliceRange part, std::uint64_t slices) {
  std::vector<SliceRange> nodes;
  if (part.first < part.last) addNodes({0, slices}, part, nodes);
  return nodes;
}

}  // namespace masu::train
