// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::train {

/// A column of a table or a channel of recordings: what one is recognised by in another dataset.
struct InputColumn {
  std::string name;
  table::Kind kind = table::Kind::decimal;
  double origin = 0;  ///< of a time: what its values count from
  std::string unit;   ///< of a channel; empty where it is unknown
};

/// What a dataset and its manifest offer a model.
struct DatasetSummary {
  std::string uuid;
  store::LabelEdition edition;               ///< of the labels
  std::vector<InputColumn> inputs;           ///< what is along the first dimension of a stored sample, in order
  std::vector<std::string> categoryColumns;  ///< beside `dictionaries`
  std::vector<InputColumn> targets;          ///< the columns of value targets, where the dataset names them
  std::vector<std::int64_t> storedShape;     ///< of /features, whatever shape models see samples in
  std::string stored;                        ///< type of /features, such as "i16"; empty when there is none
  double rate = 0;                           ///< that all recordings share, in frames a second; else 0
  std::string manifest;                      ///< whose splits these are; empty where none was asked for
  std::vector<std::int64_t> sampleShape;     ///< of /features; empty when there is none
  std::vector<std::int64_t> cardinalities;   ///< codes each category column may hold, code 0 (missing) among them
  std::vector<std::vector<std::string>> dictionaries;  ///< what the codes of each category column from 1 on mean
  std::vector<std::string> classes;                    ///< empty for value targets
  std::int64_t outputs = 0;                            ///< classes, or values a sample
  /// Of each column of a table, or channel otherwise, over the train split: what the streams normalise features by.
  /// Empty until readFeatureScale().
  std::vector<double> featureMean;
  std::vector<double> featureDeviation;
  bool table = false;  ///< features are stored as columns, whatever shape models see them in
  /// Mean and deviation of each value target over the train split; empty for classes.
  std::vector<float> targetMean;
  std::vector<float> targetDeviation;
  std::array<std::uint64_t, store::kSplitCount> splitSamples = {};
  std::vector<std::uint64_t> classSamples;  ///< of the train split; empty for value targets
  std::string splitHash;                    ///< store::hashOf of the assignment

  bool predictsValues() const { return classes.empty(); }
  std::size_t valueCount() const { return predictsValues() ? static_cast<std::size_t>(outputs) : 0; }
  std::int64_t featureCount() const;
  std::uint64_t samplesOf(store::Split split) const { return splitSamples[static_cast<std::size_t>(split)]; }
};

/// Takes the values of a sample in another shape, such as a row of 784 as an image of 1 × 28 × 28; an empty shape
/// changes nothing. Errors: a shape of another number of values.
Result<void> reshape(DatasetSummary& summary, const std::vector<std::int64_t>& shape);

/// What a model could be fed with, and the classes and targets there are; labels need not be there, nor be several.
DatasetSummary inputsOf(const store::Dataset& dataset);

/// The same for learning, every sample counted as train: what a model's size follows from before a split is drawn.
/// Errors: no labels, a single class, neither features nor categories.
Result<DatasetSummary> shapeOf(const store::Dataset& dataset);

/// One pass over the features. Errors: a chunk that cannot be read; cancelled.
Result<void> readFeatureScale(const store::Dataset& dataset, const std::string& manifest, unsigned threads,
                              const std::stop_token& stop, DatasetSummary& summary);

/// With the manifest's counts and the scale of value targets. Errors: also no such manifest, no train sample.
Result<DatasetSummary> summaryOf(const store::Dataset& dataset, const std::string& manifest);

}  // namespace masu::train
