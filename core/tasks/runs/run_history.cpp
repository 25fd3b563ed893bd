// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/runs/run_history.h"

#include <algorithm>
#include <set>
#include <string>
#include <system_error>

#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "core/metrics/run_replacement.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 4;

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// The folders in a folder of runs that have a log, the last name first.
std::vector<fs::path> foldersOfRuns(const fs::path& folder) {
  std::vector<fs::path> runs;
  std::error_code failure;
  fs::directory_iterator at(folder, failure);
  for (const fs::directory_iterator end; !failure && at != end; at.increment(failure)) {
    // Where files cannot be renamed, the run is listed as it is.
    (void)metrics::completeReplacement(at->path());
    if (isThere(at->path() / metrics::kEventLogName)) runs.push_back(at->path());
  }
  std::sort(runs.rbegin(), runs.rend());
  return runs;
}

/// A log that was read and has not been written since an earlier list. What kept one from being read may be over.
bool isAsKnown(const StoredRun& run, const StoredRun& known) {
  return !known.unreadable && run.folder == known.folder && run.logBytes == known.logBytes &&
         run.logTime == known.logTime;
}

/// Whether it is live is asked before the log is read, and that is dated before: a run that ends meanwhile is live in
/// this list, and over in the next.
StoredRun storedRun(const fs::path& folder, std::vector<StoredRun>& known) {
  const fs::path log = folder / metrics::kEventLogName;
  StoredRun run;
  run.folder = folder;
  run.live = metrics::RunLock::isHeld(folder);
  run.resumable = !run.live && isResumable(folder);
  run.title = metrics::readTitle(folder);
  std::error_code ignored;
  run.logTime = fs::last_write_time(log, ignored);
  run.logBytes = fs::file_size(log, ignored);
  const auto before = std::ranges::find_if(known, [&](const StoredRun& one) { return isAsKnown(run, one); });
  if (before != known.end()) {
    run.models = std::move(before->models);
  } else if (auto models = metrics::RunLog::read(log)) {
    run.models = std::move(*models);
  } else {
    run.unreadable = std::move(models.error());
  }
  return run;
}

Result<void> expectRun(const fs::path& run) {
  if (isThere(run / metrics::kEventLogName)) return {};
  return fail(Errc::notFound, MASU_TEXT("core", "There is no training run in {0}."), {run.string()},
              {run.string(), 0, 0});
}

/// A link would outlive the run, and its folder, which is elsewhere, would be left empty.
Result<void> expectNoLink(fs::path run) {
  if (!run.has_filename()) run = run.parent_path();  // of "run/", which is what the link leads to
  std::error_code ignored;
  if (!fs::is_symlink(run, ignored)) return {};
  const fs::path target = fs::canonical(run, ignored);
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} is a link to the training run in {1}, and nothing was removed. Delete the run as {1}, and "
                        "remove the link with rm."),
              {run.string(), target.string()}, {run.string(), 0, 0});
}

}  // namespace

fs::path runsFolderOf(const fs::path& dataset) {
  return fs::path(dataset).replace_extension("runs");
}

fs::path freeRunFolder(const fs::path& folder) {
  for (int number = 1;; ++number) {
    std::string digits = std::to_string(number);
    digits.insert(0, kDigits - std::min(kDigits, digits.size()), '0');
    fs::path wanted = folder / ("run-" + digits);
    if (!isThere(wanted)) return wanted;
  }
}

bool isResumable(const fs::path& run) {
  return isThere(run / metrics::kStateName);
}

bool isInterrupted(const fs::path& run) {
  return isResumable(run) && !metrics::RunLock::isHeld(run);
}

Result<std::vector<StoredRun>> listRuns(const fs::path& folder, const JobContext& job, std::vector<StoredRun> known) {
  std::vector<StoredRun> runs;
  for (const fs::path& run : foldersOfRuns(folder)) {
    if (job.stopRequested()) return fail(Error::cancelled());
    runs.push_back(storedRun(run, known));
  }
  return runs;
}

Result<std::vector<StoredRun>> runsAt(const fs::path& named, const JobContext& job) {
  std::error_code ignored;
  if (!fs::is_directory(named, ignored)) {
    if (isThere(named)) return listRuns(runsFolderOf(named), job);
    return fail(Errc::notFound, MASU_TEXT("core", "There is no dataset, run or folder of runs {0}."), {named.string()},
                {named.string(), 0, 0});
  }
  const fs::path folder = named.has_filename() ? named : named.parent_path();  // of "runs/"
  // Where files cannot be renamed, the run is listed as it is.
  (void)metrics::completeReplacement(folder);
  if (!isThere(folder / metrics::kEventLogName)) return listRuns(folder, job);
  std::vector<StoredRun> runs, none;
  runs.push_back(storedRun(folder, none));
  return runs;
}

Result<void> nameRun(const fs::path& run, const metrics::RunTitle& title) {
  MASU_CHECK(expectRun(run));
  return metrics::writeTitle(run, title);
}

Result<void> deleteRun(const fs::path& run) {
  // Of an interrupted replacement the files, the log among them, may be in two places.
  (void)metrics::completeReplacement(run);
  MASU_CHECK(expectRun(run));
  MASU_CHECK(expectNoLink(run));
  // Held until the run is gone, so that nobody resumes it meanwhile.
  MASU_TRY(const metrics::RunLock lock, metrics::RunLock::take(run));
  Result<void> settled = metrics::settleReplacement(run);
  if (!settled && settled.error().code == Errc::damaged) settled = metrics::discardReplacement(run);
  MASU_CHECK(std::move(settled));
  MASU_TRY(std::vector<fs::path> files, metrics::runFilesIn(run));
  // The log goes last: without it the rest would not be listed as a run any more.
  std::stable_partition(files.begin(), files.end(),
                        [](const fs::path& file) { return file != metrics::kEventLogName; });
  std::set<fs::path> folders;
  for (const fs::path& file : files) {
    MASU_CHECK(metrics::removeRunFile(run / file));
    if (file.has_parent_path()) folders.insert(file.parent_path());
  }
  // A folder that has files of others cannot be removed, and stays.
  std::error_code ignored;
  for (const fs::path& folder : folders) fs::remove(run / folder, ignored);
  MASU_CHECK(metrics::removeRunFile(run / metrics::kLockName));
  fs::remove(run, ignored);
  return {};
}

}  // namespace masu::tasks
