#include "core/base/permutation.h"

#include <bit>
#include <cassert>

namespace masu {

namespace {

std::uint64_t scramble(std::uint64_t value, std::uint64_t key) {
  const std::uint64_t mixed = (value ^ key) * 0x9E3779B97F4A7C15ULL;
  return (mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93ULL;
}

/// A random word as a number below `bound`, without a division.
std::uint64_t below(std::uint64_t word, std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(word) * bound) >> 64U);
}

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

std::uint64_t Permutation::operator()(std::uint64_t position) const {
  assert(position < m_size);
  // Only what lands in the unused end of the last row walks on.
  std::uint64_t index = encrypt(position);
  while (index >= m_size) index = encrypt(index);
  return index;
}

}  // namespace masu
