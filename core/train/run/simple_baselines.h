// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/base/result.h"
#include "core/metrics/figures/figures.h"
#include "core/metrics/run_spec.h"
#include "core/train/run/run_data.h"

namespace masu::train {

/// What methods that have nothing to choose reach on the test split, so that a model's figures have a meaning.
struct SimpleBaselines {
  metrics::Figures ridge;    ///< of RidgeBaseline; all absent where it would take long, or gives no finite numbers
  metrics::Figures nearest;  ///< of NearestBaseline; likewise
  double loaderSeconds = 0;  ///< processor time of the streams
};

/// One pass over the train split and one over the test split for both, seconds in all; nothing is read where both would
/// take long. The samples and their features are those of the run: normalised or not, never augmented.
/// Memory: as the two methods say, beside a stream. Errors: those of the streams; cancelled.
Result<SimpleBaselines> scoreSimpleBaselines(const metrics::RunSpec& spec, const RunData& data,
                                             const std::stop_token& stop);

}  // namespace masu::train
