// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/io/file.h"

namespace masu::waveform {

/// Of MAT files from version 5 on: what comes before the variables, and the types of pieces that hold them.
inline constexpr std::uint64_t kMatHeader = 128;
inline constexpr std::uint32_t kMatMatrix = 14;
inline constexpr std::uint32_t kMatPacked = 15;

/// Whole numbers in a file of either byte order.
class MatBytes {
 public:
  MatBytes(const io::File& file, bool bigEndian) : m_file(file), m_bigEndian(bigEndian) {}

  bool bigEndian() const { return m_bigEndian; }
  /// `N` words of 32 bits. Errors: those of reading.
  template <std::size_t N>
  Result<std::array<std::uint32_t, N>> words(std::uint64_t at) const {
    std::array<std::byte, 4 * N> raw;
    MASU_CHECK(m_file.readAt(at, raw));
    std::array<std::uint32_t, N> words{};
    for (std::size_t i = 0; i < raw.size(); ++i) {
      const unsigned shift = m_bigEndian ? 24 - 8 * (i % 4) : 8 * (i % 4);
      words[i / 4] |= std::to_integer<std::uint32_t>(raw[i]) << shift;
    }
    return words;
  }

 private:
  const io::File& m_file;
  bool m_bigEndian;
};

/// The byte order that the header of a MAT file of version 5 or 7 gives. Errors: cut short inside of it.
Result<bool> isBigEndianMat(const io::File& file);

}  // namespace masu::waveform
