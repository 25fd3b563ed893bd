// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/estimate/ledger.h"
#include "core/loader/stream/training_streams.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::tasks {

/// The samples at a type they could be stored as, and what of a ledger then is another.
struct StoredSize {
  table::DType type = table::DType::f32;
  Bytes bytes;        ///< of all features
  bool fits = false;  ///< in memory, beside all else that the run takes there
  Bytes loaderBuffers;
  std::uint64_t narrowSampleBytes = 0;
  std::uint64_t datasetBytes = 0;
};

/// The ledger's input as if features were stored so.
estimate::LedgerInput storedAs(estimate::LedgerInput input, const StoredSize& size);

/// What the streams of a run hold: the one that is learned from beside the one that scores.
Result<void> addStreams(const loader::TrainingRequest& run, const std::shared_ptr<const store::Dataset>& dataset,
                        const store::Assignment& assignment, estimate::LedgerInput& input);

/// One a width, the widest first: the type they have, or one that decimals or integers can be stored as in that many
/// bytes. Empty where there are no features. `ledger` is of `input`, which has its streams.
Result<std::vector<StoredSize>> storedSizes(const loader::TrainingRequest& run,
                                            const std::shared_ptr<const store::Dataset>& dataset,
                                            const store::Assignment& assignment, const estimate::LedgerInput& input,
                                            const estimate::Ledger& ledger);

}  // namespace masu::tasks
