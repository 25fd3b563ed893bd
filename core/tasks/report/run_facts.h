// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/data_note.h"
#include "core/metrics/receipt.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_spec.h"
#include "core/metrics/run_title.h"
#include "core/store/read/dataset.h"

namespace masu::tasks {

/// A training run as its files have it, whether it ended, was stopped or is being trained.
struct ReportedRun {
  metrics::RunSpec spec;
  metrics::RunTitle title;
  std::vector<metrics::RunSummary> models;     ///< that are reported: all, or the one whose folder was named
  std::optional<metrics::DataNote> data;       ///< unset where the run has none, as one of an earlier Masu
  std::optional<metrics::RunReceipt> receipt;  ///< the same
  /// What it learned from, where that still is where it was; else null.
  std::shared_ptr<const store::Dataset> dataset;

  /// Of the values that it predicts, where there is one column of them and its unit is known; else empty.
  std::string unit() const;
};

/// Reads the run in a folder, or one of its models. Errors: it is neither; its log cannot be read; one of its files is
/// damaged.
Result<ReportedRun> reportedRun(const std::filesystem::path& asked);

/// The files of a run and of its dataset, none of which its report may replace. Errors: the folder cannot be read.
Result<std::vector<std::filesystem::path>> filesOf(const ReportedRun& run);

}  // namespace masu::tasks
