// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/loader/transform/channel_map.h"
#include "core/loader/transform/widen.h"
#include "core/table/dtype.h"

namespace masu::loader {

/// Values of a channel are summed in so many lanes, by their place in its run: as many as a vector has.
inline constexpr std::uint64_t kMomentLanes = 8;

/// What is known about the finite values of every lane so far: a lane a value where runs are no longer than
/// kMomentLanes, else kMomentLanes a channel. Sums are taken around the first value of the lane, which keeps squares
/// exact enough in one pass.
struct MomentSums {
  explicit MomentSums(const ChannelMap& map);

  std::uint64_t lanes = 0;  ///< a channel
  std::vector<double> scale;
  std::vector<double> offset;
  std::vector<double> pivot;
  std::vector<double> count;
  std::vector<double> sum;
  std::vector<double> squares;
  std::vector<double> min;
  std::vector<double> max;
};

/// Adds the samples rows[0], rows[1] … of `from`. Requires: the machine has the instructions. The same bits with any.
void addMoments(table::DType dtype, Simd simd, const ChannelMap& map, const Rows& from,
                std::span<const std::uint64_t> rows, MomentSums& sums);

}  // namespace masu::loader
