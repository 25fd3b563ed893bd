// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/run_history.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace masu::ui {
namespace {

constexpr int kFollowMilliseconds = 2000;

/// Whether two lists of a folder show the same.
bool isSame(const std::vector<tasks::StoredRun>& list, const std::vector<tasks::StoredRun>& other) {
  return std::ranges::equal(list, other, [](const tasks::StoredRun& one, const tasks::StoredRun& two) {
    return one.folder == two.folder && one.live == two.live && one.resumable == two.resumable &&
           one.title == two.title && one.logBytes == two.logBytes && one.logTime == two.logTime;
  });
}

RunTableModel::State stateOf(const tasks::StoredRun& run, const metrics::RunSummary& model) {
  if (model.tested) return RunTableModel::State::done;
  return run.live ? RunTableModel::State::live : RunTableModel::State::stopped;
}

}  // namespace

RunHistory::RunHistory(JobRunner& runner, QWidget* page)
    : QObject(page), m_page(page), m_readJob(runner), m_titleJob(runner), m_deleteJob(runner) {
  forget();
  m_timer.setInterval(kFollowMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &RunHistory::follow);
}

void RunHistory::read(const std::filesystem::path& folder) {
  forget();
  m_folder = folder;
  m_timer.start();
  refresh();
}

void RunHistory::forget() {
  m_readJob.drop();
  m_timer.stop();
  m_folder.clear();
  m_listed = std::make_shared<const std::vector<tasks::StoredRun>>();
  m_isRead = false;
}

/// A list that is being made is not begun again, and one that a name or a removal is about to change waits for that.
void RunHistory::follow() {
  const bool isBusy = m_readJob.busy() || m_titleJob.busy() || m_deleteJob.busy();
  if (m_page->isVisible() && !isBusy) refresh();
}

void RunHistory::refresh() {
  if (m_folder.empty()) return;
  m_readJob.run<std::vector<tasks::StoredRun>>(
      {.title = tr("Read earlier runs"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [folder = m_folder, known = m_listed](const JobContext& job) { return tasks::listRuns(folder, job, *known); },
      [this](Result<std::vector<tasks::StoredRun>> runs) {
        if (runs) take(std::move(*runs));
      });
}

void RunHistory::take(std::vector<tasks::StoredRun> runs) {
  const bool isOther = !isSame(runs, *m_listed);
  const bool isFirst = !std::exchange(m_isRead, true);
  m_listed = std::make_shared<const std::vector<tasks::StoredRun>>(std::move(runs));
  if (isOther || isFirst) Q_EMIT changed();
  if (isFirst) Q_EMIT wasRead();
}

std::vector<RunTableModel::Run> RunHistory::rows() const {
  std::vector<RunTableModel::Run> rows;
  for (const tasks::StoredRun& run : *m_listed) {
    for (const metrics::RunSummary& model : run.models)
      rows.push_back({model, stateOf(run, model), -1, run.folder, run.resumable, run.title});
  }
  return rows;
}

metrics::RunTitle RunHistory::titleOf(const std::filesystem::path& run) const {
  const auto listed = std::ranges::find(*m_listed, run, &tasks::StoredRun::folder);
  return listed == m_listed->end() ? metrics::RunTitle() : listed->title;
}

std::vector<tasks::StoredRun> RunHistory::unreadable() const {
  std::vector<tasks::StoredRun> runs;
  std::ranges::copy_if(*m_listed, std::back_inserter(runs),
                       [](const tasks::StoredRun& run) { return run.unreadable.has_value(); });
  return runs;
}

void RunHistory::setTitle(const std::filesystem::path& run, const metrics::RunTitle& title) {
  m_titleJob.run<bool>(
      {.title = tr("Naming a run"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [run, title](const JobContext&) -> Result<bool> {
        MASU_CHECK(tasks::nameRun(run, title));
        return true;
      },
      [this](Result<bool> named) {
        if (!named) return failed(named.error());
        refresh();
      });
}

void RunHistory::remove(const std::filesystem::path& run) {
  if (m_deleteJob.busy()) return;
  m_readJob.drop();  // it may have seen the run
  m_deleteJob.run<bool>(
      {.title = tr("Deleting a run"), .icon = QStringLiteral("trash"), .kind = Job::Kind::quiet},
      [run](const JobContext&) -> Result<bool> {
        MASU_CHECK(tasks::deleteRun(run));
        return true;
      },
      [this, run](Result<bool> gone) {
        if (!gone) return failed(gone.error());
        std::vector<tasks::StoredRun> left = *m_listed;
        std::erase_if(left, [&](const tasks::StoredRun& one) { return one.folder == run; });
        m_listed = std::make_shared<const std::vector<tasks::StoredRun>>(std::move(left));
        Q_EMIT removed(run);
        Q_EMIT changed();
      });
}

}  // namespace masu::ui
