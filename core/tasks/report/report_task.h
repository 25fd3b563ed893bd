// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/tasks/report/dataset_facts.h"
#include "core/tasks/report/report_words.h"

namespace masu::tasks {

struct ReportRequest {
  std::filesystem::path path;      ///< a dataset, the folder of a training run, or that of one of its models
  std::filesystem::path out = {};  ///< empty: see reportFile()
  bool overwrite = false;
  std::string manifest = {};  ///< of a dataset alone, see DatasetQuestion
  bool check = false;         ///< of a dataset alone
  Resources resources = {};
  ReportWords words = {};
};
struct ReportOutcome {
  std::filesystem::path file;
  std::uint64_t bytes = 0;
  bool isRun = false;
  /// Of a dataset: what was put in order before, see settleInterrupted(), and where its splits are not.
  std::vector<Message> notes;
};

/// Whether a report of this path would be of a training run: any folder is one, until it is read.
bool isRunFolder(const std::filesystem::path& path);
/// Where the report of a path goes unless another file is asked for: `census.report.html` beside `census.h5`, and
/// `report.html` in the folder of a run or of its model.
std::filesystem::path reportFile(const std::filesystem::path& path);

/// `masu report`: writes what is known of a dataset or a training run to one HTML file, which refers to nothing outside
/// of it. The same facts make the same file, to the byte. Errors: those of datasetFacts() and reportedRun(); a manifest
/// or checks that are asked of a run; the file exists and may not be replaced, is one that the dataset or run consists
/// of, or a source of the dataset; it cannot be written; cancelled.
Result<ReportOutcome> report(const ReportRequest& request, const JobContext& job);

}  // namespace masu::tasks
