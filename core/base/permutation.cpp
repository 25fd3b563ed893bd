#include "core/base/permutation.h"

#include <bit>
#include <cassert>

namespace masu {

Permutation::Permutation(std::uint64_t size, std::uint64_t key) : m_size(size) {
  const auto bits = static_cast<unsigned>(std::bit_width(size > 1 ? size - 1 : 1));
  m_halfBits = (bits + 1) / 2;
  m_halfMask = (std::uint64_t{1} << m_halfBits) - 1;
  for (std::uint64_t& round : m_keys) {
    key = mix64(key);
    round = key;
  }
}

std::uint64_t Permutation::encrypt(std::uint64_t value) const {
  std::uint64_t left = value >> m_halfBits;
  std::uint64_t right = value & m_halfMask;
  for (const std::uint64_t key : m_keys) {
    const std::uint64_t mixed = (right ^ key) * 0x9E3779B97F4A7C15ULL;
    const std::uint64_t next = left ^ (((mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93ULL) >> (64 - m_halfBits));
    left = right;
    right = next & m_halfMask;
  }
  return (left << m_halfBits) | right;
}

std::uint64_t Permutation::operator()(std::uint64_t position) const {
  assert(position < m_size);
  // The domain is at most four times the size, so the walk takes fewer than four steps on average.
  std::uint64_t index = encrypt(position);
  while (index >= m_size) index = encrypt(index);
  return index;
}

}  // namespace masu
