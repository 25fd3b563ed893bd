#pragma once

#include "core/estimate/ledger.h"

namespace masu::estimate {

/// What an epoch's time is made of. Reading runs beside computing, so the longer of the two counts.
struct EpochTime {
  double computeSeconds = 0;  ///< steps of all models, one after another
  double loaderSeconds = 0;
  double seconds() const { return computeSeconds > loaderSeconds ? computeSeconds : loaderSeconds; }
};

/// From steps and a loader measured on this machine; zero where they were not.
EpochTime epochTime(const LedgerInput& input);

}  // namespace masu::estimate
