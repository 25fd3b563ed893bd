// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/loader/order/sample_index.h"
#include "core/loader/read/worker_clocks.h"
#include "core/loader/transform/channel_map.h"

namespace masu::loader {

/// Mean, spread and range of one column or channel over the values present and finite.
struct Moments {
  double count = 0;
  double mean = 0;
  double squares = 0;  ///< sum of squared deviations from the mean
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();

  /// Source: Chan, Golub, LeVeque 1979.
  void merge(const Moments& other);
  double deviation() const;
};

/// One streaming pass over the members of `train`, chunk by chunk on `threads` threads; none where the same was
/// measured before and was worth keeping (see MomentsCache). The same bits for any number of threads. `clocks`, where
/// given, counts these threads. Memory: a chunk a thread, and the moments of 64 chunks. Errors: a chunk that cannot be
/// read; cancelled.
Result<std::vector<Moments>> momentsOf(const store::Dataset& dataset, const store::ObjectInfo& features,
                                       const SampleIndex& train, unsigned threads, const std::stop_token& stop,
                                       WorkerClocks* clocks = nullptr);

/// Moments of chunks in their order, none of those without members of the split: merged one after another, they are
/// what momentsOf() gives.
using ChunkMoments = std::vector<std::vector<Moments>>;
/// Hands those of the chunks [first, end) to `take`, up to 64 at a time. For several that measure a split together.
/// Errors: as momentsOf(), and the first of `take`.
Result<void> forMomentsOfChunks(const store::Dataset& dataset, const store::ObjectInfo& features,
                                const SampleIndex& train, std::uint64_t first, std::uint64_t end, unsigned threads,
                                const std::stop_token& stop,
                                const std::function<Result<void>(const ChunkMoments&)>& take,
                                WorkerClocks* clocks = nullptr);

}  // namespace masu::loader
