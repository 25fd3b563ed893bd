// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/sample_index.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>

#include "core/base/hash.h"

namespace masu::loader {

namespace {

/// The place of the n-th set bit of a word, without the instructions a plain x86-64 lacks: bytes are counted side by
/// side (Vigna, Broadword Implementation of Rank/Select Queries, 2008), then bits of the one byte are dropped in turn.
unsigned selectInWord(std::uint64_t word, unsigned n) {
  std::uint64_t counts = word - ((word >> 1U) & 0x5555555555555555ULL);
  counts = (counts & 0x3333333333333333ULL) + ((counts >> 2U) & 0x3333333333333333ULL);
  counts = ((counts + (counts >> 4U)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL;
  unsigned shift = 0;
  while (((counts >> shift) & 0xFFU) <= n) shift += 8;
  if (shift > 0) n -= static_cast<unsigned>((counts >> (shift - 8)) & 0xFFU);
  auto byte = static_cast<unsigned>((word >> shift) & 0xFFU);
  for (; n > 0; --n) byte &= byte - 1;
  return shift + static_cast<unsigned>(std::countr_zero(byte));
}

using SelectInWord = unsigned (*)(std::uint64_t, unsigned);

#if defined(__x86_64__)
__attribute__((target("bmi2"))) unsigned selectInWordBmi2(std::uint64_t word, unsigned n) {
  return static_cast<unsigned>(std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word)));
}
const SelectInWord kSelectInWord = __builtin_cpu_supports("bmi2") ? selectInWordBmi2 : selectInWord;
#else
const SelectInWord kSelectInWord = selectInWord;
#endif

}  // namespace

SampleIndex SampleIndex::whole(std::uint64_t samples) {
  SampleIndex index;
  index.m_size = samples;
  index.m_datasetSamples = samples;
  return index;
}

SampleIndex SampleIndex::of(const store::Assignment& assignment, store::Split split) {
  SampleIndex index;
  index.m_datasetSamples = assignment.size();
  // One word more than needed, so that a range that ends at the last sample may look at the word after it.
  index.m_words.resize(assignment.size() / 64 + 1);
  for (std::uint64_t sample = 0; sample < assignment.size(); ++sample) {
    index.m_words[sample / 64] |= std::uint64_t{assignment[sample] == split} << (sample % 64);
  }
  index.m_ranks.reserve(index.m_words.size() + 1);
  for (std::size_t word = 0; word < index.m_words.size(); ++word) {
    index.m_ranks.push_back(index.m_size);
    index.m_size += static_cast<unsigned>(std::popcount(index.m_words[word]));
    while (index.m_hints.size() * kHintStep < index.m_size) index.m_hints.push_back(word);
  }
  index.m_ranks.push_back(index.m_size);
  return index;
}

/// The word that holds a member.
std::uint64_t SampleIndex::wordOf(std::uint64_t rank) const {
  std::uint64_t word = m_hints[rank / kHintStep];
  if (m_ranks[word + 1] > rank) return word;
  const std::size_t hint = rank / kHintStep + 1;
  const std::uint64_t last = hint < m_hints.size() ? m_hints[hint] : m_words.size() - 1;
  if (last - word < 8) {
    while (m_ranks[word + 1] <= rank) ++word;
    return word;
  }
  const auto begin = m_ranks.begin();
  const auto above =
      std::upper_bound(begin + static_cast<std::ptrdiff_t>(word), begin + static_cast<std::ptrdiff_t>(last) + 1, rank);
  return static_cast<std::uint64_t>(above - begin) - 1;
}

std::uint64_t SampleIndex::select(std::uint64_t rank) const {
  if (m_words.empty()) return rank;
  const std::uint64_t word = wordOf(rank);
  return word * 64 + kSelectInWord(m_words[word], static_cast<unsigned>(rank - m_ranks[word]));
}

void SampleIndex::select(std::span<std::uint64_t> ranks) const {
  if (m_words.empty()) return;
  constexpr std::size_t kAhead = 16;
  const std::size_t count = ranks.size();
  // Three look-ups depend on each other; each is asked for kAhead ranks before the next needs it.
  for (std::size_t i = 0; i < count + 2 * kAhead; ++i) {
    if (i < count) __builtin_prefetch(&m_hints[ranks[i] / kHintStep]);
    if (i >= kAhead && i - kAhead < count) {
      const std::uint64_t word = m_hints[ranks[i - kAhead] / kHintStep];
      __builtin_prefetch(&m_ranks[word]);
      __builtin_prefetch(&m_words[word]);
    }
    if (i >= 2 * kAhead) ranks[i - 2 * kAhead] = select(ranks[i - 2 * kAhead]);
  }
}

std::uint64_t SampleIndex::rank(std::uint64_t sample) const {
  if (m_words.empty()) return sample;
  const std::uint64_t below = m_words[sample / 64] & ((std::uint64_t{1} << (sample % 64)) - 1);
  return m_ranks[sample / 64] + static_cast<unsigned>(std::popcount(below));
}

std::uint64_t SampleIndex::fingerprint() const {
  return hash64(std::as_bytes(std::span(m_words)), m_datasetSamples);
}

}  // namespace masu::loader
