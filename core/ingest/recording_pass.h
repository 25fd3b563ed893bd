#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/source_opener.h"

namespace masu::ingest {

/// Calls body(opener, i, stop) for each of `count` recordings, in no order, on as many threads as `resources` allow;
/// each has an opener of its own, so that an archive is opened once a thread. Counts a step of progress each.
/// Errors: the first of `body`; cancelled.
Result<void> forEachRecording(
    std::size_t count, const Resources& resources, const JobContext& job,
    const std::function<Result<void>(SourceOpener& opener, std::size_t index, const std::stop_token& stop)>& body);

}  // namespace masu::ingest
