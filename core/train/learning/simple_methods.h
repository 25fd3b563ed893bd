// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/loader/batch/batch.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/learning/ridge.h"
#include "core/train/learning/score.h"

namespace masu::train {

/// A sample as a row of numbers: its features as models see them, then a place for every code of every category column,
/// of which the sample's own is √½, so that samples that differ in nothing but one code are 1 apart.
/// Threads: all members. Lifetime: borrows the summary.
class SampleRows {
 public:
  explicit SampleRows(const DatasetSummary& summary);

  std::size_t width() const { return m_width; }
  /// [samples × width()]
  std::vector<float> of(const loader::Batch& batch) const;

 private:
  const DatasetSummary& m_summary;
  std::size_t m_features;
  std::size_t m_width;
};

/// A linear model of a sample's row: ridge regression, in which the class with the largest output is predicted. One
/// pass over the train split, whatever its order.
/// Memory: five times (width + outputs)² doubles. Threads: one at a time. Lifetime: borrows the summary. Everything
/// throws what LibTorch throws.
class RidgeBaseline {
 public:
  /// Whether it takes seconds at most. `width`: of a row.
  static bool isCheap(const DatasetSummary& summary, std::size_t width);

  explicit RidgeBaseline(const DatasetSummary& summary);

  void add(const loader::Batch& batch);
  void solve();
  /// Adds what is predicted for the samples. Requires: solve(). False where an output is not finite.
  bool score(const loader::Batch& batch, Score& score) const;

 private:
  const DatasetSummary& m_summary;
  SampleRows m_rows;
  RidgeSums m_sums;
  RidgeFit m_fit;
};

/// Predicts for every sample what the sample of the train split has whose row is nearest to its own (Euclidean
/// distance; of several as near, the first). Samples of weight 0 are nobody's neighbour.
/// Memory: 100 MiB at most where isCheap(). Threads: one at a time. Lifetime: borrows the summary. Everything throws
/// what LibTorch throws.
class NearestBaseline {
 public:
  /// Whether it takes seconds and some 100 MiB at most. `width`: of a row.
  static bool isCheap(const DatasetSummary& summary, std::size_t width);

  explicit NearestBaseline(const DatasetSummary& summary);

  void add(const loader::Batch& batch);
  /// Adds what is predicted for the samples. False where none was added, or a row is not finite.
  bool score(const loader::Batch& batch, Score& score) const;

 private:
  std::vector<std::size_t> neighboursOf(std::vector<float>& rows) const;

  const DatasetSummary& m_summary;
  SampleRows m_rows;
  std::vector<float> m_train;          ///< [samples × width]
  bool m_isFinite = true;              ///< all of them
  std::vector<std::int64_t> m_labels;  ///< [samples]; empty for values
  std::vector<float> m_targets;        ///< [samples × outputs]; empty for classes
};

}  // namespace masu::train
