// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/estimate/model_footprint.h"
#include "core/metrics/run_spec.h"
#include "core/train/data/dataset_summary.h"

namespace masu::train {

/// What a run with batches of `samples` takes on the card that it would compute on, from blank batches, and how long
/// steps of them and of half of them take. `counted` gives the sizes of the model's tensors. Takes about a second after
/// the card's driver has started. Requires: samples > 1, and a card. Errors: as Learner, and a card without the memory.
Result<estimate::CardSteps> runOnCard(const metrics::RunSpec& spec, const estimate::ModelFootprint& counted,
                                      const DatasetSummary& summary, std::uint64_t samples);

}  // namespace masu::train
