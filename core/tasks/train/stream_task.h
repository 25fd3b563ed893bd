// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/base/job.h"
#include "core/loader/forecast/shuffle_forecast.h"
#include "core/loader/forecast/stream_forecast.h"
#include "core/loader/stream/sample_view.h"
#include "core/loader/stream/shared_stream.h"
#include "core/metrics/run_spec.h"

namespace masu::tasks {

struct StreamRequest {
  std::filesystem::path file;
  loader::StreamOptions options;
  double simulatedBatchSeconds = 0;  ///< waiting a batch costs its worker, to show how threads hide it
  loader::SharedOptions sharing;     ///< consumers that share the stream
  store::Checking checking = store::Checking::onFirstRead;
};

/// What one of the consumers got.
struct ConsumerOutcome {
  std::uint64_t samples = 0;
  std::uint64_t batches = 0;
  std::uint64_t epochs = 0;     ///< whose end it reached
  std::uint64_t madeAgain = 0;  ///< batches it made itself, because it lagged
  std::uint64_t orderHash = 0;
  double seconds = 0;  ///< as StreamOutcome::seconds, to this consumer's last batch
};

struct StreamOutcome {
  loader::StreamForecast forecast;  ///< made before the stream began
  loader::StreamReport report;
  /// From before the stream was opened to the end, so that batches which were made ahead are timed as well: what was
  /// streamed over these seconds is a rate however short a stream is.
  double seconds = 0;
  std::string state;
  std::uint64_t peakMemoryBytes = 0;
  /// The design effect that follows from the order of the labels; absent without labels.
  std::optional<double> expectedDesignEffect;
  std::optional<loader::ShuffleChoice> enough;  ///< of a block shuffle: what would be as good as random
  std::vector<ConsumerOutcome> consumers;
};

/// Reads a stream to its end and reports; trains nothing. Errors: those of loader::BatchStream.
Result<StreamOutcome> stream(const StreamRequest& request, const JobContext& job);

/// What a stream is going to be like, found out before it runs.
struct ForecastOutcome {
  loader::StreamForecast forecast;
  std::optional<loader::ShuffleForecast> shuffle;  ///< absent without labels, or where no blocks are shuffled
};

/// Streams a few chunks for half a second and reads the labels once. Errors: those of BatchStream::open and next().
Result<ForecastOutcome> forecastStream(std::shared_ptr<const store::Dataset> dataset,
                                       const loader::StreamOptions& options, const JobContext& job);

/// Single samples as a network sees them that learns from the train split of a manifest; empty: from all samples.
/// Reads the statistics of the train split once. Errors: those of the manifest and of loader::SampleView::open().
Result<std::shared_ptr<const loader::SampleView>> openView(std::shared_ptr<const store::Dataset> dataset,
                                                           const std::string& manifest, const JobContext& job,
                                                           const Resources& resources = {});

/// What a run will be like whose models learn from a stream of these settings: forecastStream() of its train split.
Result<ForecastOutcome> forecastTraining(std::shared_ptr<const store::Dataset> dataset, const metrics::RunSpec& spec,
                                         const JobContext& job);

}  // namespace masu::tasks
