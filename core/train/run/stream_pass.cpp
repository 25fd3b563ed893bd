// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/stream_pass.h"

#include <utility>

#include "core/train/models/confine.h"

namespace masu::train {

Result<double> forEachBatch(std::shared_ptr<const store::Dataset> dataset, const loader::StreamOptions& options,
                            const std::stop_token& stop, const BatchWork& work) {
  MASU_TRY(const auto stream, openStream(std::move(dataset), options));
  for (bool more = true; more;) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, stream->next(stop));
    if (batch == nullptr) break;
    MASU_CHECK(work(*batch));
    more = !batch->lastOfEpoch;
  }
  return stream->report().workerSeconds;
}

}  // namespace masu::train
