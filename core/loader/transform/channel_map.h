// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/store/read/dataset.h"

namespace masu::loader {

/// How the values of a sample map to what is known about them: one column each in a table, a run of T (or H × W) values
/// a channel in a recording (or image).
struct ChannelMap {
  std::uint64_t channels = 0;
  std::uint64_t run = 1;  ///< consecutive values of one channel
  /// value = stored × scale + offset, a channel; empty where values are stored as they are.
  std::vector<double> scale;
  std::vector<double> offset;

  bool affine() const { return !scale.empty(); }
};

ChannelMap channelMapOf(const store::Dataset& dataset, const store::ObjectInfo& features);

}  // namespace masu::loader
