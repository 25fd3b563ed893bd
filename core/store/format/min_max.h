// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/table/dtype.h"

namespace masu::store {

/// The min and max of ranges of interleaved frames, for each channel: an *entry* is [channels, 2] of the frames' own
/// type, so that nothing is rounded. Missing values (NaN; of codes the lowest) do not count; where there are no others,
/// both are missing.
/// Threads: const calls are safe together.
class MinMax {
 public:
  /// `codes`: the lowest value of an integer type is a missing one.
  MinMax(table::DType type, std::uint64_t channels, bool codes) : m_type(type), m_channels(channels), m_codes(codes) {}

  std::uint64_t frameBytes() const { return m_channels * table::sizeOf(m_type); }
  std::uint64_t entryBytes() const { return 2 * frameBytes(); }

  /// Requires: count > 0; pointers are aligned for the type.
  void ofFrames(const std::byte* frames, std::uint64_t count, std::byte* entry) const;
  /// One entry of several that follow each other.
  void ofEntries(const std::byte* entries, std::uint64_t count, std::byte* entry) const;

 private:
  table::DType m_type;
  std::uint64_t m_channels;
  bool m_codes;
};

}  // namespace masu::store
