// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loader/batch/batch_pool.h"
#include "core/loader/batch/stream_fields.h"
#include "core/loader/order/rank_slice.h"

namespace masu::loader {

/// Transforms of a batch as a whole, once its samples are there and varied each for itself.
struct BatchTransformSpec {
  bool oneHot = false;  ///< categories as features after the others: 1 for the category there is, missing all 0
  /// Each sample is mixed with another of its batch, by shares drawn from Beta(mixup, mixup) of which its own is the
  /// larger (Zhang, Cisse, Dauphin and Lopez-Paz 2018); 0: not. Codes of categories cannot be between two: each is
  /// that of one or the other sample, as likely as their shares.
  double mixup = 0;
  std::uint64_t seed = 0;
};

/// Lays categories out as features and mixes samples. Shares are a pure function of (seed, epoch, sample), partners of
/// (seed, epoch, batch). Threads: const calls are safe together.
class BatchTransform {
 public:
  BatchTransform() = default;
  /// Requires: one-hot is asked for of fields with categories.
  static BatchTransform of(const store::Dataset& dataset, const StreamFields& fields, const BatchTransformSpec& spec);

  bool active() const { return m_oneHot || m_mixup > 0; }
  /// Whether a sample needs the others of its batch, those of other ranks among them.
  bool mixes() const { return m_mixup > 0; }
  /// Of what is delivered where `stored` is what is read.
  BatchShape shape(const BatchShape& stored) const;
  /// A batch that was read, and the samples of it that are delivered.
  struct Piece {
    std::uint32_t epoch = 0;
    std::uint64_t number = 0;
    std::uint64_t count = 0;
    BatchSlice delivered;
  };
  /// Requires: `from` is of shape `stored` and holds piece.count samples, `to` is of shape(stored) but for the number
  /// of samples.
  void finish(const BatchBuffer& from, const BatchShape& stored, const Piece& piece, BatchBuffer& to) const;

 private:
  void layOut(const BatchBuffer& from, const BatchShape& stored, std::uint64_t sample, std::span<float> to) const;
  /// A sample that is mixed and its partner in the batch.
  struct Pair {
    std::uint64_t own = 0;
    std::uint64_t other = 0;
    std::uint64_t row = 0;  ///< where it goes
    float share = 1;        ///< of its own
    std::uint64_t key = 0;
  };
  static void mixCodes(const BatchBuffer& from, const BatchShape& stored, const Pair& pair, BatchBuffer& to);
  void mix(const BatchBuffer& from, const BatchShape& stored, const Piece& piece, BatchBuffer& to) const;

  bool m_oneHot = false;
  double m_mixup = 0;
  std::uint64_t m_seed = 0;
  std::uint64_t m_classes = 0;
  std::vector<std::uint64_t> m_cardinalities;  ///< of each categorical column, missing left out
  std::uint64_t m_added = 0;                   ///< their sum
};

}  // namespace masu::loader
