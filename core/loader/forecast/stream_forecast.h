// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loader/stream/batch_stream.h"

namespace masu::loader {

/// What an epoch is expected to take with a consumer that takes its batches at once.
struct StreamForecast {
  StageSeconds stages;  ///< of all workers together, an epoch
  double epochSeconds = 0;
  double firstEpochSeconds = 0;  ///< with what is read once before
  Bottleneck bottleneck = Bottleneck::transform;
  double probeSeconds = 0;  ///< that finding this out took
};

/// Streams a few chunks from all over the split by one worker, for at most half a second, and scales up by the plan
/// that BatchStream::open follows. A disk that serves several readers no faster than one makes it too small.
/// `assignment` is the manifest; null for every sample. Errors: as BatchStream::open and next().
Result<StreamForecast> forecastOf(std::shared_ptr<const store::Dataset> dataset, const store::Assignment* assignment,
                                  const StreamOptions& options, const std::stop_token& stop);

/// The same for the manifest that the options name.
Result<StreamForecast> forecastOf(std::shared_ptr<const store::Dataset> dataset, const StreamOptions& options,
                                  const std::stop_token& stop);

}  // namespace masu::loader
