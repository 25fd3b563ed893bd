// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace masu::loader {

/// How the samples of a split are ordered within an epoch.
enum class Shuffle {
  none,
  blocks,
  exact,
  queue,
  balanced,  ///< every class equally often: as many draws an epoch as samples, some of them drawn more than once
};
std::string_view name(Shuffle shuffle);

/// How to treat a last batch that the samples do not fill.
enum class LastBatch {
  kept,     ///< it is short
  dropped,  ///< left out: every epoch lacks other samples
  padded,   ///< filled up with its own samples over again, which Batch::padding counts
};
std::string_view name(LastBatch last);

}  // namespace masu::loader
