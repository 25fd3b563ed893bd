// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/shards/content/export_split.h"
#include "core/shards/content/train_statistics.h"
#include "core/shards/parts/part.h"

/// Each worker measures a share of the train split, so that the one who joins the parts needs no pass over the dataset.
namespace masu::shards {

/// Measures the share of a part, a run of chunks and of samples, and writes it to `file`, which appears when it is
/// whole. Moments are kept chunk by chunk, as sums depend on the order of what is added. Memory: the moments of 64
/// chunks. Errors: those of measureTrain(); the disk is full.
Result<void> writeStatisticsShare(const store::Dataset& dataset, const ExportSplits& exportSplits, const PartOf& part,
                                  const std::filesystem::path& file, unsigned threads, const std::stop_token& stop);

/// What measureTrain() gives, from the shares of all parts in their order. Nothing where one of them is not there, or
/// not what was written.
std::optional<TrainStatistics> joinStatistics(const store::Dataset& dataset, const ExportSplits& exportSplits,
                                              const std::vector<std::filesystem::path>& files);

}  // namespace masu::shards
