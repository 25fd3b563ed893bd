// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/loader/stream/batch_stream.h"
#include "fake_dataset.h"

/// What the loader's tests share: a dataset whose every value tells its sample, and streams read to their end.
namespace streams {

using masu::Result;
using namespace masu::loader;
using masu::store::Assignment;
using masu::store::Split;
using masu::table::DType;

inline constexpr std::uint64_t kValues = 3;

/// Feature v of sample i is i × kValues + v; its label is i × classes / samples (sorted by label); weights are i / 2.
inline std::shared_ptr<FakeDataset> numbered(std::uint64_t samples, std::uint64_t chunkSamples) {
  auto dataset = std::make_shared<FakeDataset>(samples);
  std::vector<float> features(samples * kValues);
  for (std::size_t i = 0; i < features.size(); ++i) features[i] = static_cast<float>(i);
  std::vector<std::uint8_t> labels(samples);
  std::vector<std::uint16_t> categories(samples * 2);
  std::vector<float> weights(samples);
  for (std::uint64_t i = 0; i < samples; ++i) {
    labels[i] = static_cast<std::uint8_t>(i * 10 / samples);
    categories[2 * i] = static_cast<std::uint16_t>(i % 1000);
    categories[2 * i + 1] = static_cast<std::uint16_t>(i % 7);
    weights[i] = static_cast<float>(i) / 2;
  }
  dataset->add("features", DType::f32, {kValues}, chunkSamples, features);
  dataset->add("categories", DType::u16, {2}, chunkSamples * 2, categories);
  dataset->add("labels", DType::u8, {}, chunkSamples * 5, labels);
  dataset->add("weights", DType::f32, {}, chunkSamples + 1, weights);
  dataset->editMeta().uuid = "a-dataset";
  dataset->editMeta().target = masu::store::Target::classes;
  for (int c = 0; c < 10; ++c) dataset->editMeta().classes.push_back(std::to_string(c));
  for (std::uint64_t v = 0; v < kValues; ++v) {
    masu::table::Column column;
    column.name = "f" + std::to_string(v);
    dataset->editMeta().schema.columns.push_back(column);
  }
  return dataset;
}

/// Every third sample is test, the rest train.
inline Assignment twoThirds(std::uint64_t samples) {
  Assignment assignment(samples, Split::train);
  for (std::uint64_t i = 0; i < samples; i += 3) assignment[i] = Split::test;
  return assignment;
}

/// Everything a stream delivers, in order.
struct Delivered {
  std::vector<std::vector<std::uint64_t>> epochs;
  std::vector<std::uint64_t> indices;
  std::vector<std::uint64_t> batchSizes;
  StreamReport report;
  QString error;
};

/// Reads to the end; checks on the way that every value is its sample's.
inline Delivered readAll(BatchStream& stream, std::uint64_t atMost = ~std::uint64_t{0}) {
  Delivered delivered;
  for (std::uint64_t b = 0; b < atMost; ++b) {
    auto batch = stream.next({});
    if (!batch) {
      delivered.error = QString::fromStdString(batch.error().message.english());
      break;
    }
    if (!*batch) break;
    const Batch& got = **batch;
    delivered.epochs.resize(std::max<std::size_t>(delivered.epochs.size(), got.epoch + std::size_t{1}));
    for (const std::uint64_t index : got.indices) {
      delivered.indices.push_back(index);
      delivered.epochs[got.epoch].push_back(index);
    }
    delivered.batchSizes.push_back(got.samples);
  }
  delivered.report = stream.report();
  return delivered;
}

inline bool valuesBelongToIndices(const Batch& batch, std::uint64_t samples) {
  for (std::uint64_t i = 0; i < batch.samples; ++i) {
    const std::uint64_t index = batch.indices[i];
    for (std::uint64_t v = 0; v < kValues; ++v) {
      if (batch.features[i * kValues + v] != static_cast<float>(index * kValues + v)) return false;
    }
    if (batch.labels[i] != static_cast<std::int64_t>(index * 10 / samples)) return false;
    if (batch.categories[2 * i] != static_cast<std::int64_t>(index % 1000)) return false;
    if (batch.categories[2 * i + 1] != static_cast<std::int64_t>(index % 7)) return false;
    if (batch.weights[i] != static_cast<float>(index) / 2) return false;
  }
  return true;
}

/// Memory settings that put objects whole in memory, in groups, and on disk row by row.
inline constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;
inline constexpr std::uint64_t kScarce = 1;

}  // namespace streams
