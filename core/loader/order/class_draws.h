// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "core/base/permutation.h"
#include "core/loader/order/sample_index.h"
#include "core/store/read/dataset.h"

namespace masu::loader {

/// Draws that meet every class of a split equally often. An epoch has as many draws as the split has samples, each
/// class its share of them give or take one; within a class the samples come in rounds, each of them once a round, so
/// that no sample comes more than once oftener than another of its class. Threads: const calls are safe together.
/// Memory: 4 bytes a sample of the split.
class ClassDraws {
 public:
  /// One pass over the labels. Errors: no class labels; more memory than `mostBytes`; a chunk that cannot be read;
  /// cancelled.
  static Result<std::shared_ptr<const ClassDraws>> of(const store::Dataset& dataset, const SampleIndex& index,
                                                      std::uint64_t mostBytes, const std::stop_token& stop);

  std::uint64_t bytes() const { return m_samples.size() * sizeof(std::uint32_t); }
  /// The sample of the draw-th draw. `key` is the epoch's. Requires: draw < samples of the split.
  std::uint64_t sample(std::uint64_t draw, std::uint64_t key) const;
  /// Those of the first `count` draws that give a sample, unordered; empty if its label is none of the classes.
  /// Time: a search for it, and a call for each round.
  std::vector<std::uint64_t> drawsOf(std::uint64_t sample, std::uint64_t key, std::uint64_t count) const;

 private:
  Permutation roundOf(std::uint64_t chosen, std::uint64_t number, std::uint64_t key) const;

  std::vector<std::uint32_t> m_samples;  ///< class by class
  std::vector<std::uint64_t> m_starts;   ///< of each class that has samples, and the end
};

}  // namespace masu::loader
