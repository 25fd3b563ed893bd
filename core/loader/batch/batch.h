// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace masu::loader {

struct Widening;

/// Gets the memory that batches were in, before it is freed. Threads: any.
using BeforeFree = std::function<void(std::span<const std::byte> slab)>;

/// Some samples, ready for a network: one pooled, aligned buffer an array.
/// Invariant: immutable once handed out; shared without copying. Lifetime: the last holder gives the buffer back to its
/// pool.
struct Batch {
  std::uint32_t epoch = 0;   ///< from 0
  std::uint64_t number = 0;  ///< of the batch within its epoch
  std::uint64_t samples = 0;
  std::uint64_t padding = 0;  ///< of these, at the end: samples that count for nothing; their weights are 0
  std::span<const std::uint64_t> indices;  ///< [samples] sample numbers in the dataset
  std::span<const float> features;         ///< [samples × values a sample], normalised when asked; missing filled
  /// [samples × bytes a sample] features in their stored type, in a stream that was asked for them so; `features` is
  /// then empty, and `widening` says how to compute them.
  std::span<const std::byte> narrow;
  std::shared_ptr<const Widening> widening;  ///< null where there is no `narrow`
  std::span<const std::int64_t> categories;  ///< [samples × K] codes, 0 missing
  std::span<const std::int64_t> labels;      ///< [samples] class codes; empty for value targets
  std::span<const float> targets;            ///< [samples × K] for value targets
  /// [samples × classes] of mixed samples: how much of each class is in it, together 1; empty where none are mixed.
  /// `labels` then hold the class with the largest share.
  std::span<const float> shares;
  std::span<const float> weights;  ///< [samples]; empty when the dataset has none and no batch has padding
  bool lastOfEpoch = false;

  std::span<const std::byte> slab;      ///< the memory of the spans; a later batch's when nobody holds this one
  std::shared_ptr<const void> storage;  ///< keeps the spans alive
};

using BatchPtr = std::shared_ptr<const Batch>;

}  // namespace masu::loader
