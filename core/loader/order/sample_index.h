// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/store/splits/splits_file.h"

namespace masu::loader {

/// Which samples of a dataset belong to a split, in ascending order, addressable by rank.
/// Invariant: select(r) is the r-th member. Threads: const calls are safe together.
/// Memory: 3 bits a sample of the dataset; nothing when every sample is a member. Cost of select: about 20 ns.
class SampleIndex {
 public:
  static SampleIndex whole(std::uint64_t samples);
  static SampleIndex of(const store::Assignment& assignment, store::Split split);

  std::uint64_t size() const { return m_size; }
  std::uint64_t datasetSamples() const { return m_datasetSamples; }
  std::uint64_t bytes() const { return (m_words.size() + m_ranks.size() + m_hints.size()) * sizeof(std::uint64_t); }

  /// Requires: rank < size().
  std::uint64_t select(std::uint64_t rank) const;
  /// Replaces each rank by its member, with later look-ups on their way: several times as fast as one by one.
  void select(std::span<std::uint64_t> ranks) const;
  /// How many members are below `sample`. Requires: sample <= datasetSamples().
  std::uint64_t rank(std::uint64_t sample) const;

  /// Calls body(sample) for the members of [first, last) in order.
  template <class Body>
  void forEach(std::uint64_t first, std::uint64_t last, Body&& body) const {
    if (m_words.empty()) {
      for (std::uint64_t sample = first; sample < last; ++sample) body(sample);
      return;
    }
    for (std::uint64_t word = first / 64; word * 64 < last; ++word) {
      std::uint64_t bits = m_words[word];
      if (word == first / 64) bits &= ~std::uint64_t{0} << (first % 64);
      if (word == last / 64) bits &= (std::uint64_t{1} << (last % 64)) - 1;
      for (; bits != 0; bits &= bits - 1) body(word * 64 + static_cast<unsigned>(std::countr_zero(bits)));
    }
  }

  /// Equal for equal sets; part of a stream's state.
  std::uint64_t fingerprint() const;

 private:
  static constexpr std::uint64_t kHintStep = 64;

  std::uint64_t wordOf(std::uint64_t rank) const;

  std::uint64_t m_size = 0;
  std::uint64_t m_datasetSamples = 0;
  std::vector<std::uint64_t> m_words;
  std::vector<std::uint64_t> m_ranks;  ///< members below each word, and the total at the end
  std::vector<std::uint64_t> m_hints;  ///< the word that holds each kHintStep-th member
};

}  // namespace masu::loader
