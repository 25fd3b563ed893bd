#pragma once

#include <memory>
#include <optional>

#include "core/base/job.h"
#include "core/loader/shuffle_outlook.h"
#include "core/loader/stream_forecast.h"

namespace masu::tasks {

/// What a stream is going to be like, found out before it runs.
struct Outlook {
  loader::StreamForecast forecast;
  std::optional<loader::ShuffleOutlook> shuffle;  ///< absent without labels, or where no blocks are shuffled
};

/// Streams a few chunks for half a second and reads the labels once. Errors: those of BatchStream::open and next().
Result<Outlook> lookAhead(std::shared_ptr<const store::Dataset> dataset, const loader::StreamOptions& options,
                          const JobContext& job);

}  // namespace masu::tasks
