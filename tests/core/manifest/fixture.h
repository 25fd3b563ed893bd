// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>

#include "../loader/fake_dataset.h"
#include "core/manifest/draw/split_plan.h"

/// Datasets for the manifest tests: `perSource` samples from each of `sources` files, labels and groups as given.
namespace fixture {

using masu::store::Assignment;
using masu::store::Split;
using masu::table::DType;

struct Shape {
  std::uint64_t sources = 10;
  std::uint64_t perSource = 100;
};

inline std::string sourcePath(std::uint64_t source) {
  return "day" + std::to_string(source % 3) + "/rec_" + std::to_string(source) + ".wav";
}

inline std::shared_ptr<FakeDataset> dataset(const Shape& shape) {
  const std::uint64_t samples = shape.sources * shape.perSource;
  auto dataset = std::make_shared<FakeDataset>(samples);
  std::vector<masu::store::Origin> origins(samples);
  for (std::uint64_t i = 0; i < samples; ++i) {
    origins[i] = {static_cast<std::uint32_t>(i / shape.perSource), i % shape.perSource * 256};
  }
  dataset->addOrigins(origins);
  for (std::uint64_t s = 0; s < shape.sources; ++s) {
    masu::store::SourceFile source;
    source.path = sourcePath(s);
    dataset->editMeta().sources.push_back(source);
  }
  return dataset;
}

inline void addLabels(FakeDataset& dataset, const std::vector<std::uint16_t>& labels, std::size_t classes) {
  dataset.add("labels", DType::u16, {}, 4096, labels);
  dataset.editMeta().target = masu::store::Target::classes;
  for (std::size_t c = 0; c < classes; ++c) dataset.editMeta().classes.push_back("class " + std::to_string(c));
}

/// Labels of very different frequency: class c is about half as frequent as class c − 1.
inline std::vector<std::uint16_t> skewedLabels(std::uint64_t samples, std::size_t classes, std::uint64_t seed) {
  std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
  std::vector<std::uint16_t> labels(samples);
  for (auto& label : labels) {
    label = 0;
    while (label + 1U < classes && random() % 2 == 0) ++label;
  }
  return labels;
}

}  // namespace fixture
