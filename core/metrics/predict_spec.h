// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/figures/figures.h"
#include "core/metrics/figures/ranking.h"

namespace masu::metrics {

/// What models are to predict: read by masu-train on stdin as JSON.
struct PredictSpec {
  /// A checkpoint, the folder of a model (its best.pt, else its last.pt), or that of a run, for all models of it.
  std::filesystem::path checkpoint;
  std::filesystem::path dataset;  ///< empty: `records` alone, none of which is a sample
  /// Log of the sources that a dataset was imported from for this prediction (see ingest::RecordLog); empty: the
  /// dataset existed before, and its own samples are predicted.
  std::filesystem::path records;
  /// Columns of the sources without whose value a record has no prediction.
  std::vector<std::string> needed;
  std::string manifest;           ///< of `split`; empty: the one that the run was trained on, as it was then
  std::string split;              ///< train | validation | test; empty: every sample
  std::vector<std::string> keep;  ///< kept columns of the dataset to be written beside the predictions
  bool probabilities = false;     ///< of each class, a column each
  std::optional<double> threshold;  ///< probability of the second of two classes from which on it is predicted
  bool runThreshold = false;        ///< instead: the one that the run chose for each model, see ChosenThreshold
  std::filesystem::path out;        ///< CSV, a line a record
  bool overwrite = false;
  bool sameScale = false;  ///< the samples are known to be on the scale of those that the models learned from
  std::uint64_t batch = 256;
  unsigned threads = 0;
  std::uint64_t memoryBytes = 0;
};

/// How good the predictions of one model are.
struct ModelFigures {
  std::string model;         ///< its folder in the run; empty where there is one
  Figures figures;           ///< absent but where the truth is known
  std::uint64_t scored = 0;  ///< samples that `figures` are over: with a prediction, and a truth that the model knows
  std::vector<std::uint64_t> confusion;  ///< of these, see perClass(); empty for values
  Figures ofRecordings;                  ///< the same, of recordings as wholes
  std::uint64_t scoredRecordings = 0;
  std::vector<std::uint64_t> confusionOfRecordings;
  double temperature = 1;  ///< by which outputs were divided, see Temperature
  std::optional<BestThreshold> best;  ///< of two classes: with what threshold their F1 would have been the largest
  std::optional<BestThreshold> bestOfRecordings;
  std::optional<double> threshold = {};  ///< with which it predicted; unset: the more probable class
};

/// The outcome: the last line that masu-train prints.
struct PredictSummary {
  std::uint64_t records = 0;  ///< lines written
  std::uint64_t samples = 0;  ///< those among them that have a prediction
  bool values = false;        ///< numbers or times are predicted, and not classes
  std::vector<std::string> classes;  ///< that the models know, in the order of confusion matrices
  std::vector<ModelFigures> models;
  std::uint64_t recordings = 0;           ///< lines of `recordingsFile`
  std::uint64_t recordingsPredicted = 0;  ///< those among them that have a prediction
  std::filesystem::path recordingsFile;   ///< predictions for whole recordings; empty where there are none
  std::vector<Message> notes;             ///< what a person should know: words that the model never saw
};

/// Where the predictions for whole recordings go: P.recordings.csv beside P.csv.
std::filesystem::path recordingsFileOf(const std::filesystem::path& out);

std::string toJson(const PredictSpec& spec);
Result<PredictSpec> predictSpecFromJson(std::string_view json);
/// One line, without the newline.
std::string toJson(const PredictSummary& summary);
/// Errors: a line that is something else.
Result<PredictSummary> predictSummaryFromJson(std::string_view line);

}  // namespace masu::metrics
