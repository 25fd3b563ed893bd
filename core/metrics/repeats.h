// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/metrics/figures/figures.h"
#include "core/metrics/run_log.h"

namespace masu::metrics {

/// How a figure varies between the repeats of a model, or its folds. What one of them lacks is absent here.
struct Spread {
  Figures mean;
  Figures deviation;  ///< of a sample: the squares are divided by one less than there are repeats
};

/// A model that was trained several times: RunSpec::repeats, or once on each fold of a cross-validation.
struct RepeatedModel {
  std::string model;
  double learningRate = kAbsent;  ///< the largest of the schedule
  bool isOneOfSeveral = false;    ///< the run has the model at several rates, which distinguish them
  std::uint64_t repeats = 0;      ///< trained to their end, of
  std::uint64_t planned = 0;      ///< those that began
  Spread validation;              ///< of each one's best epoch
  Spread test;
};

/// The repeats of the models of a run, in its order; empty where every model is trained once. The figures are those of
/// the repeats that were trained to their end, and absent where these are fewer than two.
std::vector<RepeatedModel> repeatedModels(const std::vector<RunSummary>& runs);

/// The same of runs that differ in their split alone, in the order of their models: what is at one place in each of
/// them is one model. A run that lacks it counts for none.
std::vector<RepeatedModel> modelsOverFolds(const std::vector<std::vector<RunSummary>>& folds);

}  // namespace masu::metrics
