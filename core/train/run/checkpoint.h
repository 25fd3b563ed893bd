// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/run_spec.h"
#include "core/train/data/dataset_summary.h"

namespace masu::train {

/// What a checkpoint says of itself (its extra file masu.json): model, epoch, the dataset it learned from, the shape it
/// takes and the classes it predicts, in the order of its outputs.
std::string checkpointMetadata(const metrics::RunSpec& spec, const metrics::PlannedRun& plan, int epoch,
                               const DatasetSummary& summary);

/// What a checkpoint's metadata says of the data it takes. Errors: metadata of something else; `file` is named then.
Result<DatasetSummary> factsFromNote(const std::string& note, const std::string& file);

/// The same metadata with what the model's outputs for classes are divided by before the softmax, see
/// metrics::Temperature. Errors: metadata of something else; `file` is named then.
Result<std::string> noteWithTemperature(const std::string& note, double temperature, const std::string& file);
/// That number; 1 where the metadata has none. Errors: as above; one that no temperature can be.
Result<double> temperatureFromNote(const std::string& note, const std::string& file);

/// The same metadata with the probability of the second class from which on it is predicted, see
/// metrics::ChosenThreshold. Errors: metadata of something else; `file` is named then.
Result<std::string> noteWithThreshold(const std::string& note, double threshold, const std::string& file);
/// That number; unset where the metadata has none. Errors: as above; one that no probability can be.
Result<std::optional<double>> thresholdFromNote(const std::string& note, const std::string& file);

/// After which epoch a checkpoint was saved, or within which, by its metadata; 0 for metadata of something else.
int epochFromNote(const std::string& note);

/// What the run as a whole learns from: the dataset and the split with its hash.
std::string dataNote(const metrics::RunSpec& spec, const store::Dataset& dataset, const DatasetSummary& summary);

/// The checkpoint of one model.
struct RunCheckpoint {
  std::string model;  ///< the folder in the run, such as "1-mlp"; empty where there is one model
  std::string file;
};

/// A checkpoint itself, the better one of a model's folder, or those of all models of a run, in their order.
/// Errors: there is none.
Result<std::vector<RunCheckpoint>> checkpointsOf(const std::filesystem::path& path);

}  // namespace masu::train
