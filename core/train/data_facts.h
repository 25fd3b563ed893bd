#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::train {

/// What a dataset and its manifest offer a model.
struct DataFacts {
  std::string uuid;
  std::vector<std::int64_t> sampleShape;    ///< of /features; empty when there is none
  std::vector<std::int64_t> cardinalities;  ///< codes each category column may hold, code 0 (missing) among them
  std::vector<std::string> classes;         ///< empty for value targets
  std::int64_t outputs = 0;                 ///< classes, or values a sample
  /// Mean and deviation of each value target over the train split; empty for classes.
  std::vector<float> targetMean;
  std::vector<float> targetDeviation;
  std::array<std::uint64_t, store::kSplitCount> splitSamples = {};

  bool predictsValues() const { return classes.empty(); }
  std::int64_t featureCount() const;
  std::uint64_t samplesOf(store::Split split) const { return splitSamples[static_cast<std::size_t>(split)]; }
};

/// Takes the values of a sample in another shape, such as a row of 784 as an image of 1 × 28 × 28; an empty shape
/// changes nothing. Errors: a shape of another number of values.
Result<void> reshape(DataFacts& facts, const std::vector<std::int64_t>& shape);

/// The dataset's side alone, every sample counted as train: what a model's size follows from before a split is drawn.
/// Errors: no labels, a single class, neither features nor categories.
Result<DataFacts> shapeOf(const store::Dataset& dataset);

/// With the manifest's counts and the scale of value targets. Errors: also no such manifest, no train sample.
Result<DataFacts> factsOf(const store::Dataset& dataset, const std::string& manifest);

}  // namespace masu::train
