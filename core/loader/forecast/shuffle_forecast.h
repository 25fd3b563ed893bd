// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/loader/stream/batch_stream.h"

namespace masu::loader {

/// What shuffling so many chunks at a time takes and gives.
struct ShuffleChoice {
  std::uint64_t blocks = 0;
  std::uint64_t memoryBytes = 0;  ///< for samples as stored; all of them are held once where that is less
  double effect = 1;              ///< variance of batch label means over that of a uniform shuffle, estimated
};

/// Quality of a block shuffle against the memory it takes, for people to choose by.
struct ShuffleForecast {
  /// Up to which variance batches are as good as random: a tenth more than that of a uniform shuffle.
  static constexpr double kGoodEffect = 1.1;

  double storedEffect = 1;             ///< of no shuffle at all
  std::vector<ShuffleChoice> choices;  ///< from one chunk to all of them, doubling
  ShuffleChoice chosen;                ///< what a stream with these options does
  ShuffleChoice enough;                ///< the fewest that are as good as random
};

/// Reads the labels once. `options.shuffle` is taken as blocks. Errors: those of LabelProfile::of; an empty split.
Result<ShuffleForecast> forecastShuffle(std::shared_ptr<const store::Dataset> dataset, StreamOptions options,
                                        const std::stop_token& stop);

}  // namespace masu::loader
