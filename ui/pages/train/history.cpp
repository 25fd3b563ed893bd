// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/history.h"

#include <QString>
#include <algorithm>
#include <system_error>

#include "core/metrics/run_lock.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_replacement.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

bool canGoOn(const std::filesystem::path& run) {
  std::error_code failure;
  return std::filesystem::exists(run / "resume.state", failure);
}

Result<std::vector<RunTableModel::Run>> readHistory(const std::filesystem::path& folder, const JobContext& job) {
  std::error_code failure;
  std::vector<std::filesystem::path> logs;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    // Of one in which files cannot be renamed, what is there is shown.
    (void)metrics::completeReplacement(entry.path());
    const std::filesystem::path log = entry.path() / "events.jsonl";
    if (std::filesystem::exists(log, failure)) logs.push_back(log);
  }
  std::sort(logs.rbegin(), logs.rend());
  std::vector<RunTableModel::Run> runs;
  for (const std::filesystem::path& log : logs) {
    if (job.stopRequested()) return fail(Error::cancelled());
    auto read = metrics::RunLog::read(log);
    if (!read) continue;
    for (metrics::RunSummary& summary : *read) {
      const auto state = summary.tested ? RunTableModel::State::done : RunTableModel::State::stopped;
      runs.push_back({std::move(summary), state, -1, log.parent_path(), canGoOn(log.parent_path())});
    }
  }
  return runs;
}

Result<void> deleteRun(const std::filesystem::path& run) {
  std::error_code failure;
  if (!std::filesystem::exists(run / "events.jsonl", failure)) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no training run in {0}."), {run.string()},
                {run.string(), 0, 0});
  }
  if (metrics::RunLock::isHeld(run)) return fail(metrics::RunLock::heldError(run));
  std::filesystem::remove_all(run, failure);
  if (failure) return fail(Error::fromErrno(failure.value(), run.string()));
  return {};
}

std::filesystem::path freeRunFolder(const std::filesystem::path& folder) {
  std::error_code failure;
  for (int number = 1;; ++number) {
    const std::filesystem::path wanted = folder / fromQt(QStringLiteral("run-%1").arg(number, 4, 10, QLatin1Char('0')));
    if (!std::filesystem::exists(wanted, failure)) return wanted;
  }
}

}  // namespace masu::ui
