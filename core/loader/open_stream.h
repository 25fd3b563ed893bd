#pragma once

#include "core/loader/batch_stream.h"

namespace masu::loader {

/// BatchStream::open for a manifest that is in memory already; null for every sample.
/// Errors: as there.
Result<std::unique_ptr<BatchStream>> openStream(std::shared_ptr<const store::Dataset> dataset,
                                                const store::Assignment* assignment, const StreamOptions& options);

}  // namespace masu::loader
