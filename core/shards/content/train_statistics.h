// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/loader/transform/channel_moments.h"
#include "core/shards/content/export_split.h"

namespace masu::shards {

/// What the train split is like, column by column, and how the classes divide over the splits exported.
struct TrainStatistics {
  std::vector<loader::Moments> features;                      ///< a column or channel each
  std::vector<loader::Moments> targets;                       ///< values to predict
  std::vector<std::vector<std::uint64_t>> categories;         ///< a column each: samples of each code, 0 for missing
  std::map<std::string, std::vector<std::uint64_t>> classes;  ///< by split: samples of each class
};

/// How many samples of `index` in [first, end) have each code of an object, a list for each of its values a sample;
/// `codes` says how many codes each has.
Result<std::vector<std::vector<std::uint64_t>>> countCodes(const store::Dataset& dataset,
                                                           const store::ObjectInfo& object,
                                                           const loader::SampleIndex& index,
                                                           const std::vector<std::size_t>& codes, std::uint64_t first,
                                                           std::uint64_t end, const std::stop_token& stop);
/// The codes of each column of categories, with 0 for missing.
std::vector<std::size_t> categoryCodes(const store::Dataset& dataset);

/// One pass over the features of the train split and over all labels. The same for any number of threads.
Result<TrainStatistics> measureTrain(const store::Dataset& dataset, const ExportSplits& exportSplits, unsigned threads,
                                     const JobContext& job);

}  // namespace masu::shards
