// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/run_spec.h"

namespace masu::metrics {

/// Of a dataset and its split, what the length of a training run follows from.
struct RecipeFacts {
  std::uint64_t train = 0;                  ///< samples
  std::uint64_t validation = 0;             ///< samples
  std::vector<std::uint64_t> classSamples;  ///< of train, those of each class; empty where values are predicted
  std::uint64_t sampleValues = 1;           ///< numbers and categories of a sample together
  std::uint64_t moduleBytes = 0;            ///< of those models that are files, together
};

/// Chooses what a spec with kAutoEpochs was left to choose: batch, epochs, schedule, patience, class weights and weight
/// decay, each unless `stated` has its name in JSON; what is stated is never changed, and the rest is chosen to go with
/// it. Small sets get as many steps as learning takes, in small batches; large ones a few passes. Models that are
/// solved, see areClosedForm(), get no schedule, patience or weight decay. RunSpec::recipe has the choices with their
/// reasons. Any other spec is returned as it is.
/// Pure: the same arguments give the same spec, on any machine.
RunSpec withRecipe(RunSpec spec, std::span<const std::string> stated, const RecipeFacts& facts);

}  // namespace masu::metrics
