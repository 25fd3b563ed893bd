// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/batch_transform.h"

#include <algorithm>
#include <cmath>

#include "core/base/permutation.h"

namespace masu::loader {

namespace {

double even(std::uint64_t word) {
  return static_cast<double>((word >> 11U) | 1U) * 0x1p-53;
}

/// The larger share of two drawn from Beta(shape, shape), by Jöhnk's rejection: the powers of two even numbers, kept
/// where their sum is at most 1. As a multiple of 1/65536, which leaves no room for how a machine rounds powers.
float largerShare(double shape, std::uint64_t key) {
  constexpr int kMostTries = 64;  // large shapes reject nearly all; what they are after is one half
  double share = 0.5;
  for (std::uint64_t tried = 0; tried < kMostTries; ++tried) {
    const double x = std::pow(even(mix64(key ^ mix64(2 * tried))), 1 / shape);
    const double y = std::pow(even(mix64(key ^ mix64(2 * tried + 1))), 1 / shape);
    if (x + y > 1 || x + y <= 0) continue;
    share = x / (x + y);
    break;
  }
  return static_cast<float>(std::round(std::max(share, 1 - share) * 65'536) / 65'536);
}

}  // namespace

BatchTransform BatchTransform::of(const store::Dataset& dataset, const StreamFields& fields,
                                  const BatchTransformSpec& spec) {
  BatchTransform batchTransform;
  batchTransform.m_oneHot = spec.oneHot;
  batchTransform.m_mixup = spec.mixup;
  batchTransform.m_seed = spec.seed;
  batchTransform.m_classes = fields.classLabels() ? dataset.meta().classes.size() : 0;
  if (!batchTransform.m_oneHot) return batchTransform;
  const table::Schema& schema = dataset.meta().schema;
  for (const std::size_t index : schema.indicesOf(table::Role::category)) {
    batchTransform.m_cardinalities.push_back(schema.columns[index].dictionary.size());
    batchTransform.m_added += batchTransform.m_cardinalities.back();
  }
  return batchTransform;
}

BatchShape BatchTransform::shape(const BatchShape& stored) const {
  BatchShape shape = stored;
  if (m_oneHot) {
    shape.values += m_added;
    shape.categories = 0;
  }
  if (m_mixup > 0 && stored.labels) shape.shares = m_classes;
  return shape;
}

/// One sample's features, its categories after them.
void BatchTransform::layOut(const BatchBuffer& from, const BatchShape& stored, std::uint64_t sample,
                            std::span<float> to) const {
  std::ranges::copy(from.features.subspan(sample * stored.values, stored.values), to.begin());
  if (!m_oneHot) return;
  std::ranges::fill(to.subspan(stored.values), 0.0F);
  std::uint64_t base = stored.values;
  for (std::uint64_t k = 0; k < std::min<std::uint64_t>(stored.categories, m_cardinalities.size()); ++k) {
    const std::int64_t code = from.categories[sample * stored.categories + k];
    if (code > 0 && static_cast<std::uint64_t>(code) <= m_cardinalities[k]) {
      to[base + static_cast<std::uint64_t>(code) - 1] = 1;
    }
    base += m_cardinalities[k];
  }
}

void BatchTransform::finish(const BatchBuffer& from, const BatchShape& stored, const Piece& piece,
                            BatchBuffer& to) const {
  const BatchSlice& slice = piece.delivered;
  const auto copy = [&](auto source, auto target, std::uint64_t width) {
    if (!source.empty() && !target.empty()) {
      std::ranges::copy(source.subspan(slice.first * width, slice.count * width), target.begin());
    }
  };
  copy(from.indices, to.indices, 1);
  copy(from.labels, to.labels, 1);
  copy(from.targets, to.targets, stored.targets);
  copy(from.weights, to.weights, 1);
  copy(from.categories, to.categories, stored.categories);
  const std::uint64_t values = shape(stored).values;
  for (std::uint64_t i = 0; i < slice.count; ++i) {
    layOut(from, stored, slice.first + i, to.features.subspan(i * values, values));
  }
  if (m_mixup > 0) mix(from, stored, piece, to);
}

void BatchTransform::mixCodes(const BatchBuffer& from, const BatchShape& stored, const Pair& pair, BatchBuffer& to) {
  for (std::uint64_t k = 0; k < stored.categories; ++k) {
    if (even(mix64(pair.key ^ mix64(k))) < static_cast<double>(pair.share)) continue;
    to.categories[pair.row * stored.categories + k] = from.categories[pair.other * stored.categories + k];
  }
}

void BatchTransform::mix(const BatchBuffer& from, const BatchShape& stored, const Piece& piece, BatchBuffer& to) const {
  const std::uint64_t epochKey = mix64(m_seed ^ mix64(~std::uint64_t{piece.epoch}));
  const Permutation partners(piece.count, mix64(epochKey ^ mix64(piece.number)));
  const std::uint64_t values = shape(stored).values;
  std::vector<float> partner(values);
  const auto blend = [](float own, float share, float other) { return own * share + other * (1 - share); };
  for (std::uint64_t i = 0; i < piece.delivered.count; ++i) {
    const std::uint64_t at = piece.delivered.first + i;
    const std::uint64_t other = partners(at);
    const float share = largerShare(m_mixup, mix64(epochKey ^ mix64(from.indices[at])));
    layOut(from, stored, other, partner);
    const auto own = to.features.subspan(i * values, values);
    for (std::uint64_t v = 0; v < values; ++v) own[v] = blend(own[v], share, partner[v]);
    for (std::uint64_t k = 0; k < stored.targets; ++k) {
      to.targets[i * stored.targets + k] =
          blend(from.targets[at * stored.targets + k], share, from.targets[other * stored.targets + k]);
    }
    if (!to.categories.empty())
      mixCodes(from, stored, {at, other, i, share, mix64(epochKey ^ mix64(~from.indices[at]))}, to);
    if (to.shares.empty()) continue;
    const auto shares = to.shares.subspan(i * m_classes, m_classes);
    std::ranges::fill(shares, 0.0F);
    const auto add = [&](std::int64_t label, float weight) {
      if (label >= 0 && static_cast<std::uint64_t>(label) < m_classes)
        shares[static_cast<std::size_t>(label)] += weight;
    };
    add(from.labels[at], share);
    add(from.labels[other], 1 - share);
  }
}

}  // namespace masu::loader
