// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"
#include "core/loader/stream/stream_options.h"
#include "core/store/read/dataset.h"

namespace masu::train {

using BatchWork = std::function<Result<void>(const loader::Batch&)>;

/// Opens a stream with all rights, as train::openStream(), and hands every batch of its first epoch to `work`, on the
/// calling thread. Returns the processor time of the stream in seconds. Errors: those of the stream and of `work`;
/// cancelled.
Result<double> forEachBatch(std::shared_ptr<const store::Dataset> dataset, const loader::StreamOptions& options,
                            const std::stop_token& stop, const BatchWork& work);

}  // namespace masu::train
