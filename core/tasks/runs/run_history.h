// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_title.h"

namespace masu::tasks {

/// A training run that is on the disk.
struct StoredRun {
  std::filesystem::path folder;
  std::vector<metrics::RunSummary> models;  ///< in the order in which the run started them
  bool live = false;                        ///< a process is training it
  bool resumable = false;                   ///< it was interrupted, and what it resumes from is there
  metrics::RunTitle title = {};             ///< what people call it
  std::optional<Error> unreadable = {};     ///< its log, so that it has no models here
  std::uintmax_t logBytes = 0;              ///< how long the log was when it was read
  std::filesystem::file_time_type logTime = {};  ///< when it had been written last
};

/// Where a dataset's runs are kept unless another folder is asked for: beside it, `census.runs` of `census.h5`.
std::filesystem::path runsFolderOf(const std::filesystem::path& dataset);

/// The first of `folder`/run-0001, run-0002 … that is not there yet. Makes nothing.
std::filesystem::path freeRunFolder(const std::filesystem::path& folder);

/// Whether a run's folder has the state of a run that was interrupted.
bool isResumable(const std::filesystem::path& run);

/// The same, and nobody is at it now. Looks at the disk for a moment.
bool isInterrupted(const std::filesystem::path& run);

/// The runs in a folder of runs, the latest name first. Where the folder is missing there are none. Completes the
/// replacement of a run that a crash interrupted. Of `known`, an earlier list of the same folder, it keeps the models
/// of those whose log has not been written since, so that live runs can be followed by listing again.
/// Threads: any; reads every other log, so it is work for a job. Errors: Errc::cancelled alone.
Result<std::vector<StoredRun>> listRuns(const std::filesystem::path& folder, const JobContext& job,
                                        std::vector<StoredRun> known = {});

/// The same of what a person named: a dataset, whose runs are beside it, a folder of runs, or one run. Errors: as
/// listRuns(); there is no such file or folder.
Result<std::vector<StoredRun>> runsAt(const std::filesystem::path& named, const JobContext& job);

/// Gives a run a name and a note, or takes them away where they are empty. Threads: any. Errors: there is no run in the
/// folder, or it cannot be written.
Result<void> nameRun(const std::filesystem::path& run, const metrics::RunTitle& title);

/// Removes the files that a run wrote, and its folders where nothing else is in them. Files of others stay.
/// Threads: any. Errors: there is no run in the folder; the folder is named by a symbolic link; Errc::busy where it is
/// being trained; spec.json is damaged, so that nobody knows which files are the run's, and none is removed; a file
/// cannot be removed, and the run is still listed then.
Result<void> deleteRun(const std::filesystem::path& run);

}  // namespace masu::tasks
