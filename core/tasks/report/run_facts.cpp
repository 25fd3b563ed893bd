// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/run_facts.h"

#include <utility>

#include "core/metrics/run_files.h"
#include "core/metrics/run_replacement.h"
#include "core/store/format/layout.h"
#include "core/tasks/files/checked_targets.h"
#include "core/tasks/runs/requested_run.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;

/// What a run of an earlier version may lack.
template <class T>
Result<std::optional<T>> ifThere(Result<T> read) {
  if (read) return std::optional<T>(std::move(*read));
  if (read.error().code == Errc::notFound) return std::optional<T>();
  return fail(std::move(read.error()));
}

}  // namespace

std::string ReportedRun::unit() const {
  if (dataset == nullptr) return {};
  const table::Schema& schema = dataset->meta().schema;
  const std::vector<std::size_t> labels = schema.indicesOf(table::Role::label);
  return labels.size() == 1 ? schema.columns[labels.front()].unit : std::string();
}

Result<ReportedRun> reportedRun(const fs::path& asked) {
  MASU_CHECK(metrics::completeReplacement(asked));
  MASU_TRY(RequestedRun requested, requestedRun(asked));
  ReportedRun run;
  run.spec = std::move(requested.spec);
  const fs::path& folder = run.spec.out;
  run.title = metrics::readTitle(folder);
  MASU_TRY(run.models, metrics::RunLog::read(folder / metrics::kEventLogName));
  if (requested.model) {
    if (*requested.model < run.models.size()) {
      run.models = {metrics::RunSummary(std::move(run.models[*requested.model]))};
    } else {
      run.models.clear();  // it has not begun yet
    }
  }
  MASU_TRY(run.data, ifThere(metrics::readDataNote(folder)));
  MASU_TRY(run.receipt, ifThere(metrics::readReceipt(folder)));
  if (run.data) {
    auto dataset = datasetOf(run.spec, run.data->uuid, false);
    if (dataset) run.dataset = std::move(*dataset);
  }
  return run;
}

Result<std::vector<fs::path>> filesOf(const ReportedRun& run) {
  const fs::path& folder = run.spec.out;
  MASU_TRY(std::vector<fs::path> files, metrics::runFilesIn(folder));
  for (fs::path& file : files) file = folder / file;
  files.push_back(folder / metrics::kLockName);
  if (run.dataset != nullptr) {
    const std::vector<fs::path> dataset = filesOf(*run.dataset);
    files.insert(files.end(), dataset.begin(), dataset.end());
  } else {
    files.push_back(run.spec.dataset);
    files.push_back(store::layout::splitsPath(run.spec.dataset));
  }
  return files;
}

}  // namespace masu::tasks
