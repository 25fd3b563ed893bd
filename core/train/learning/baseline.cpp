// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/baseline.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace masu::train {

namespace {

double accuracyOfLargestClass(const Score& score, const DatasetSummary& summary) {
  const std::vector<std::uint64_t>& confusion = score.confusion();
  const auto classes = static_cast<std::ptrdiff_t>(summary.classSamples.size());
  const auto all = std::accumulate(confusion.begin(), confusion.end(), std::uint64_t{0});
  if (all == 0 || static_cast<std::ptrdiff_t>(confusion.size()) != classes * classes) return metrics::kAbsent;
  const auto largest = std::ranges::max_element(summary.classSamples) - summary.classSamples.begin();
  const auto row = confusion.begin() + largest * classes;
  const auto right = std::accumulate(row, row + classes, std::uint64_t{0});
  return static_cast<double>(right) / static_cast<double>(all);
}

}  // namespace

metrics::Figures baselineOf(const Score& score, const DatasetSummary& summary) {
  metrics::Figures figures;
  if (!summary.predictsValues()) {
    figures.accuracy = accuracyOfLargestClass(score, summary);
    return figures;
  }
  const Score::Sums sums = score.sums();
  if (sums.values.empty() || sums.samples == 0) return figures;
  double rmse = 0;
  double r2 = 0;
  for (std::size_t k = 0; k < sums.values.size(); ++k) {
    const Score::Values& truth = sums.values[k];
    const double off = truth.mean - summary.targetMean[k];
    const double squared = truth.squares + truth.count * off * off;
    rmse += std::sqrt(squared / truth.count);
    r2 += truth.squares > 0 ? 1 - squared / truth.squares : metrics::kAbsent;
  }
  const auto outputs = static_cast<double>(sums.values.size());
  figures.rmse = rmse / outputs;
  figures.r2 = r2 / outputs;
  return figures;
}

}  // namespace masu::train
