// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/permutation.h"

// GCC 12 takes the vectors that its header leaves undefined on purpose for forgotten ones.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include <bit>
#include <cassert>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace masu {

namespace {

constexpr std::uint64_t kFirstFactor = 0x9E3779B97F4A7C15ULL;
constexpr std::uint64_t kSecondFactor = 0xD6E8FEB86659FD93ULL;

std::uint64_t scramble(std::uint64_t value, std::uint64_t key) {
  const std::uint64_t mixed = (value ^ key) * kFirstFactor;
  return (mixed ^ (mixed >> 32)) * kSecondFactor;
}

#if defined(__x86_64__)
// The two above for eight words at a time.
#define MASU_EIGHT [[gnu::target("avx512f,avx512dq"), gnu::always_inline]] inline

MASU_EIGHT __m512i scramble(__m512i value, __m512i key) {
  const __m512i mixed =
      _mm512_mullo_epi64(_mm512_xor_si512(value, key), _mm512_set1_epi64(static_cast<long long>(kFirstFactor)));
  return _mm512_mullo_epi64(_mm512_xor_si512(mixed, _mm512_srli_epi64(mixed, 32)),
                            _mm512_set1_epi64(static_cast<long long>(kSecondFactor)));
}

/// Requires: bound < 2^32.
MASU_EIGHT __m512i below(__m512i word, __m512i bound) {
  const __m512i low = _mm512_srli_epi64(_mm512_mul_epu32(word, bound), 32);
  return _mm512_srli_epi64(_mm512_add_epi64(_mm512_mul_epu32(_mm512_srli_epi64(word, 32), bound), low), 32);
}

bool hasEights() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
}
#endif

}  // namespace

Permutation::Permutation(std::uint64_t size, std::uint64_t key) : m_size(size) {
  const auto bits = static_cast<unsigned>(std::bit_width(size > 1 ? size - 1 : 1));
  m_columnBits = (bits + 1) / 2;
  m_columnMask = (std::uint64_t{1} << m_columnBits) - 1;
  m_rows = size > 0 ? ((size - 1) >> m_columnBits) + 1 : 1;
  for (std::uint64_t& round : m_keys) {
    key = mix64(key);
    round = key;
  }
}

/// Rounds shift the row by an amount that depends on the column, and flip the column by one that depends on the row:
/// each can be undone, so the whole is a bijection of the grid.
std::uint64_t Permutation::encrypt(std::uint64_t value) const {
  std::uint64_t row = value >> m_columnBits;
  std::uint64_t column = value & m_columnMask;
  for (int round = 0; round < kRounds; round += 2) {
    row += below(scramble(column, m_keys[round]), m_rows);
    row = row >= m_rows ? row - m_rows : row;
    column ^= scramble(row, m_keys[round + 1]) >> (64 - m_columnBits);
  }
  return (row << m_columnBits) | column;
}

std::uint64_t Permutation::decrypt(std::uint64_t value) const {
  std::uint64_t row = value >> m_columnBits;
  std::uint64_t column = value & m_columnMask;
  for (int round = kRounds - 2; round >= 0; round -= 2) {
    column ^= scramble(row, m_keys[round + 1]) >> (64 - m_columnBits);
    const std::uint64_t shift = below(scramble(column, m_keys[round]), m_rows);
    row = row >= shift ? row - shift : row + m_rows - shift;
  }
  return (row << m_columnBits) | column;
}

std::uint64_t Permutation::operator()(std::uint64_t position) const {
  assert(position < m_size);
  // Only what lands in the unused end of the last row walks on.
  std::uint64_t index = encrypt(position);
  while (index >= m_size) index = encrypt(index);
  return index;
}

std::uint64_t Permutation::positionOf(std::uint64_t index) const {
  assert(index < m_size);
  std::uint64_t position = decrypt(index);
  while (position >= m_size) position = decrypt(position);
  return position;
}

#if defined(__x86_64__)
/// encrypt() and the walk after it, eight positions at a time; how many it gave.
[[gnu::target("avx512f,avx512dq")]] std::size_t Permutation::eightsAt(std::uint64_t first,
                                                                      std::span<std::uint64_t> indices) const {
  const __m512i rows = _mm512_set1_epi64(static_cast<long long>(m_rows));
  const __m512i mask = _mm512_set1_epi64(static_cast<long long>(m_columnMask));
  const __m512i size = _mm512_set1_epi64(static_cast<long long>(m_size));
  const __m128i columnBits = _mm_cvtsi64_si128(m_columnBits);
  const __m128i droppedBits = _mm_cvtsi64_si128(64 - m_columnBits);
  std::size_t given = 0;
  for (; indices.size() - given >= 8; given += 8) {
    __m512i index = _mm512_add_epi64(_mm512_set1_epi64(static_cast<long long>(first + given)),
                                     _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
    for (__mmask8 outside = 0xFF; outside != 0; outside = _mm512_cmpge_epu64_mask(index, size)) {
      __m512i row = _mm512_srl_epi64(index, columnBits);
      __m512i column = _mm512_and_si512(index, mask);
      for (int round = 0; round < kRounds; round += 2) {
        const __m512i key = _mm512_set1_epi64(static_cast<long long>(m_keys[round]));
        const __m512i next = _mm512_set1_epi64(static_cast<long long>(m_keys[round + 1]));
        row = _mm512_add_epi64(row, below(scramble(column, key), rows));
        row = _mm512_min_epu64(row, _mm512_sub_epi64(row, rows));  // below zero is beyond all
        column = _mm512_xor_si512(column, _mm512_srl_epi64(scramble(row, next), droppedBits));
      }
      const __m512i found = _mm512_or_si512(_mm512_sll_epi64(row, columnBits), column);
      index = _mm512_mask_mov_epi64(index, outside, found);
    }
    _mm512_storeu_si512(indices.data() + given, index);
  }
  return given;
}
#endif

void Permutation::at(std::uint64_t first, std::span<std::uint64_t> indices) const {
  std::size_t given = 0;
#if defined(__x86_64__)
  if (hasEights() && m_rows >> 32 == 0) given = eightsAt(first, indices);
#endif
  for (; given < indices.size(); ++given) indices[given] = (*this)(first + given);
}

}  // namespace masu
