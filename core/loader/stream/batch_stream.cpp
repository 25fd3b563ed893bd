// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/batch_stream.h"

#include "core/loader/stream/pooled_stream.h"
#include "core/loader/stream/split_index.h"
#include "core/loader/stream/stream_plan.h"

namespace masu::loader {

Result<std::unique_ptr<BatchStream>> openStream(std::shared_ptr<const store::Dataset> dataset,
                                                const store::Assignment* assignment, const StreamOptions& options,
                                                const std::stop_token& stop) {
  MASU_TRY(StreamSpec spec, planStream(std::move(dataset), assignment, options, stop));
  MASU_CHECK(spec.demand.check());
  return std::unique_ptr<BatchStream>(std::make_unique<PooledStream>(std::move(spec)));
}

Result<std::unique_ptr<BatchStream>> BatchStream::open(std::shared_ptr<const store::Dataset> dataset,
                                                       const StreamOptions& options, const std::stop_token& stop) {
  MASU_TRY(const store::Assignment assignment, assignmentOf(*dataset, options));
  return openStream(std::move(dataset), options.split ? &assignment : nullptr, options, stop);
}

Result<void> BatchStream::check(std::shared_ptr<const store::Dataset> dataset, const StreamOptions& options) {
  MASU_TRY(const store::Assignment assignment, assignmentOf(*dataset, options));
  MASU_TRY(const StreamSpec spec, planStream(std::move(dataset), options.split ? &assignment : nullptr, options));
  return spec.demand.check();
}

}  // namespace masu::loader
