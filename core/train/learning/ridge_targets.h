// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/loader/batch/batch.h"
#include "core/train/data/dataset_summary.h"

namespace masu::train {

/// What a layer that is fitted by ridge regression is to give for the samples of a batch, [samples × outputs]: 1 for a
/// sample's own class and -1 for the others, between these for a mixed sample; values in deviations of the train split.
std::vector<float> ridgeTargetsOf(const loader::Batch& batch, const DatasetSummary& summary);

/// [samples]; all 1 where the dataset has none.
std::vector<float> sampleWeightsOf(const loader::Batch& batch);

}  // namespace masu::train
