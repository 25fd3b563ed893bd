// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/downcast/affine.h"
#include "core/downcast/loss_meter.h"
#include "core/table/column_stats.h"
#include "core/table/dtype.h"

namespace masu::ingest {

/// Where the values of one channel are among interleaved frames, and how they are stored.
struct ChannelShape {
  std::size_t stride = 1;     ///< from one frame to the next
  std::uint64_t present = 0;  ///< frames there are
  std::uint64_t length = 0;   ///< frames to store; the rest is padding
  double silence = 0;         ///< value = (sample − silence) × scale
  double scale = 1;
  double padding = 0;
  std::optional<downcast::Affine> steps;  ///< where values are stored as codes
};

/// What a channel holds as it was stored, and what storing cost.
struct ChannelTally {
  table::ColumnStats stats;
  downcast::LossMeter loss;

  void merge(const ChannelTally& other) {
    stats.merge(other.stats);
    loss.merge(other.loss);
  }
};

/// Stores one channel of a window in `type`, as codes where the shape has steps, and returns its statistics.
/// Requires: out.size() == length × size of type, aligned for it; integers without steps only where the type holds
/// every value.
ChannelTally storeChannel(const float* first, const ChannelShape& shape, table::DType type, std::span<std::byte> out);
ChannelTally storeChannel(const double* first, const ChannelShape& shape, table::DType type, std::span<std::byte> out);

/// Whether values of `native` are stored in `type` as they are: integers of at most 16 bits that stay what they are.
bool storesAsIs(table::DType native, const ChannelShape& shape, table::DType type);
/// The same for such values, which need no conversion; `first` is aligned for them.
ChannelTally storeAsIs(const std::byte* first, const ChannelShape& shape, table::DType type, std::span<std::byte> out);

/// Channels one after the other, of `frames` values each, become frames one after the other.
/// Requires: both hold channels × frames values of `width` bytes.
void interleave(std::span<const std::byte> channels, std::uint64_t frames, std::size_t width, std::span<std::byte> out);

}  // namespace masu::ingest
