#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/table/column_stats.h"
#include "core/table/dtype.h"

namespace masu::ingest {

/// Where the values of one channel lie among interleaved frames, and what becomes of them.
struct ChannelShape {
  std::size_t stride = 1;     ///< from one frame to the next
  std::uint64_t present = 0;  ///< frames there are
  std::uint64_t length = 0;   ///< frames to store; the rest is padding
  double silence = 0;         ///< stored = (value − silence) × scale
  double scale = 1;
  double padding = 0;
};

/// Stores one channel of a window in `type`, and tells the statistics of what it stored.
/// Requires: out.size() == length × size of type, aligned for it; integers only where the type holds every value.
table::ColumnStats storeChannel(const float* first, const ChannelShape& shape, table::DType type,
                                std::span<std::byte> out);
table::ColumnStats storeChannel(const double* first, const ChannelShape& shape, table::DType type,
                                std::span<std::byte> out);

}  // namespace masu::ingest
