// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/units.h"
#include "core/loader/batch/batch.h"
#include "core/train/data/dataset_summary.h"

namespace masu::train {

/// A batch of the dataset's shape, all zero: memory and work depend on shapes alone. Lifetime: owns what `batch` shows.
struct ZeroBatch {
  ZeroBatch(const DatasetSummary& summary, std::uint64_t samples)
      : features(samples * static_cast<std::size_t>(summary.featureCount())),
        codes(samples * summary.cardinalities.size()),
        labels(summary.predictsValues() ? 0 : samples),
        targets(samples * summary.valueCount()) {
    batch.samples = samples;
    batch.features = features;
    batch.categories = codes;
    batch.labels = labels;
    batch.targets = targets;
  }
  ZeroBatch(const ZeroBatch&) = delete;
  ZeroBatch& operator=(const ZeroBatch&) = delete;

  Bytes bytes() const {
    return {(features.size() + targets.size()) * sizeof(float) + (codes.size() + labels.size()) * sizeof(std::int64_t)};
  }

  std::vector<float> features;
  std::vector<std::int64_t> codes;
  std::vector<std::int64_t> labels;
  std::vector<float> targets;
  loader::Batch batch;
};

}  // namespace masu::train
