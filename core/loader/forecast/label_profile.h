// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "core/loader/order/queue_order.h"
#include "core/loader/stream/batch_stream.h"

namespace masu::loader {

/// How the labels of a split are distributed in stored order: what decides how well a shuffle with little memory mixes
/// them. An immutable value, so that a slider over blocks or capacity is answered at once. Memory: 16 bytes a chunk and
/// 8 a batch of the split.
class LabelProfile {
 public:
  /// One pass over the labels. Labels are taken as the numbers they are stored as, the first of several targets.
  /// Errors: a dataset without labels; a chunk that cannot be read; cancelled; those of BatchStream::open.
  static Result<LabelProfile> of(const store::Dataset& dataset, const StreamOptions& options,
                                 const std::stop_token& stop);

  /// Variance of batch label means over that of a uniform shuffle, estimated for a shuffle of `blocks` chunks at a
  /// time.
  double blocksEffect(std::uint64_t blocks) const;
  double queueEffect(const QueueShape& queue) const;
  double storedEffect() const;
  /// Whichever of these the shuffle asks for; 1 for an exact one.
  double effect(Shuffle shuffle, std::uint64_t blocks, const QueueShape& queue) const;

  /// The fewest chunks at a time whose effect is at most `target`; all of them where fewer do not do.
  std::uint64_t blocksFor(double target) const;

 private:
  struct Piece {
    std::uint64_t count = 0;
    double mean = 0;
  };

  double uniformVariance() const;
  /// The effect where batches are drawn from pools whose means have the variance `pools`. `finite` is what drawing
  /// without replacement leaves of a batch's own variance.
  double effectOf(double pools, double finite) const;

  std::uint64_t m_batch = 1;
  double m_samples = 0;
  double m_mean = 0;
  double m_variance = 0;
  std::vector<Piece> m_chunks;  ///< those with members
  std::vector<Piece> m_runs;    ///< of a batch of members each, in stored order
};

}  // namespace masu::loader
