// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/ledger.h"

namespace masu::estimate {

/// A step here that learns from a batch of so many samples, as it was measured: what it takes whatever the batch, it
/// takes for each slice. 0: not measured.
double stepSecondsHere(const LedgerInput& input, const ModelFootprint& model, std::uint64_t batch);

/// What an epoch's time is made of. Reading runs beside computing, so the longer of the two counts.
struct EpochTime {
  double computeSeconds = 0;  ///< steps of all models, one after another
  double loaderSeconds = 0;
  /// Steps were measured where they are to run. Otherwise they were measured on this machine's processor, and are what
  /// a card would take that is used as well as that; small models and convolutions of one axis were seen to use one at
  /// a hundredth of its arithmetic.
  bool isMeasured = false;
  double seconds() const { return computeSeconds > loaderSeconds ? computeSeconds : loaderSeconds; }
};

/// From steps and a loader measured on this machine, on its card where that is the device; zero where they were not. On
/// another device, or in another type, the longer of its arithmetic
/// in the type asked for (three times that of a prediction) and of the bytes that a step moves in its memory, times
/// what a measured step here takes longer than this machine's own arithmetic and memory would allow; where none was
/// measured, at best. For inference a pass of predictions, which is counted as a third of one that learns.
EpochTime epochTime(const LedgerInput& input);

/// What an epoch on the device costs in US dollars; 0 where it is not for hire, or the time is not known.
double epochPrice(const LedgerInput& input);

}  // namespace masu::estimate
