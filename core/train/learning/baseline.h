// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/metrics/figures/figures.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/learning/score.h"

namespace masu::train {

/// What the samples of `score` give who predicts them without their features, by what the train split is labelled with:
/// always its largest class (accuracy), or its mean (RMSE and R², means over the outputs as in Score::figures()).
/// All figures are absent where the score has no samples.
metrics::Figures baselineOf(const Score& score, const DatasetSummary& summary);

}  // namespace masu::train
