// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/store/read/dataset.h"

namespace masu::ui {

/// The shape of a dataset's columns, for the headers of Browse: exact up to kSamplesRead samples, else counted from
/// blocks spread evenly over the file.
struct DatasetProfile {
  /// Beside Schema::columns; empty where a column has no histogram (kept, ignored). Numbers: at most kBins bins from
  /// min to max. Categories: one bin a code, in dictionary order.
  std::vector<std::vector<double>> bins;
  std::vector<double> classes;  ///< samples read of each class code
  std::uint64_t samplesRead = 0;
  bool exact = false;

  static constexpr std::uint64_t kSamplesRead = 65'536;
  static constexpr std::uint64_t kBlock = 1'024;
  static constexpr int kBins = 24;
};

/// Threads: a worker. Errors: a chunk that cannot be read; cancelled.
Result<DatasetProfile> profileOf(const store::Dataset& dataset, const JobContext& job);

}  // namespace masu::ui
