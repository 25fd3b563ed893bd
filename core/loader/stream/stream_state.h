// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/loader/order/shuffle.h"

namespace masu::loader {

/// How far a stream is, and what it must be a stream of to resume there. As text:
/// masu1.2:SHUFFLE:BLOCKS|CAPACITY-LEFT:BATCH:SEED:CONTENT:EPOCH:NUMBER, beginning with the versions of sequence and
/// permutation.
struct StreamState {
  Shuffle shuffle = Shuffle::blocks;
  std::uint64_t blocks = 0;
  std::uint64_t capacity = 0;     ///< of a `queue`; with the minimum left it is in the place of `blocks`
  std::uint64_t minimumLeft = 0;  ///< of a `queue`
  std::uint64_t batch = 0;
  std::uint64_t seed = 0;
  std::uint64_t content = 0;  ///< hash of the dataset's UUID and the split
  std::uint32_t epoch = 0;
  std::uint64_t number = 0;  ///< of the next batch in the epoch

  std::string text() const;
  /// Errors: no state, or one of another version.
  static Result<StreamState> parse(std::string_view text);
};

}  // namespace masu::loader
