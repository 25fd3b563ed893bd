#pragma once

#include "core/loader/batch.h"

namespace masu::loader {

/// What a consumer of a shared stream is told next.
struct StreamEvent {
  enum class Kind {
    batch,
    epochEnd,  ///< behind the last batch of an epoch
    end,       ///< behind the last epoch; told again on every further call
  };
  Kind kind = Kind::end;
  BatchPtr batch;           ///< null but for `batch`
  std::uint32_t epoch = 0;  ///< the batch's, or the one that ended
};

}  // namespace masu::loader
