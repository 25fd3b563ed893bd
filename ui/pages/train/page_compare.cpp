// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of the Train page: listing, comparing and deleting them.
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/name_list.h"
#include "core/tasks/runs/run_history.h"
#include "ui/pages/common/receipt_dialog.h"
#include "ui/pages/common/save_report.h"
#include "ui/pages/train/charts.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/runs.h"
#include "ui/pages/train/title_dialog.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/question.h"

namespace masu::ui {
namespace {

/// A row for each model of each run.
std::vector<RunTableModel::Run> rowsOf(std::vector<tasks::StoredRun> runs) {
  std::vector<RunTableModel::Run> rows;
  for (tasks::StoredRun& run : runs) {
    for (metrics::RunSummary& model : run.models) {
      const auto state = model.tested ? RunTableModel::State::done : RunTableModel::State::stopped;
      rows.push_back({std::move(model), state, -1, run.folder, run.resumable});
    }
  }
  return rows;
}

/// Runs whose logs cannot be read, of which the table has no rows.
void showUnreadable(const std::vector<tasks::StoredRun>& runs, Banner& banner) {
  std::vector<std::string> names;
  const Error* first = nullptr;
  for (const tasks::StoredRun& run : runs) {
    if (!run.unreadable) continue;
    names.push_back(run.folder.filename().string());
    if (first == nullptr) first = &*run.unreadable;
  }
  if (first == nullptr) return;
  if (names.size() == 1) return banner.showError(*first);
  const QString sentence =
      TrainPage::tr("The logs of %1 runs cannot be read, so that they are not listed: %2. The first one: %3")
          .arg(formatCount(names.size()), shownText(namesListed(names)), translated(*first));
  banner.showSentence(Banner::Kind::bad, sentence.toHtmlEscaped());
}

}  // namespace

std::filesystem::path TrainPage::runsFolder() const {
  return tasks::runsFolderOf(session().dataset()->path());
}

void TrainPage::readEarlierRuns() {
  m_historyJob.run<std::vector<tasks::StoredRun>>(
      {.title = tr("Read earlier runs"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [folder = runsFolder()](const JobContext& job) { return tasks::listRuns(folder, job); },
      [this](Result<std::vector<tasks::StoredRun>> runs) {
        if (!runs || stale()) return;  // another dataset was opened
        for (const tasks::StoredRun& run : *runs) m_titles[run.folder] = run.title;
        showUnreadable(*runs, banner());
        m_earlier = rowsOf(std::move(*runs));
        updateRuns();
        m_table->refresh();
        updateBest();
        chooseWanted();
        m_wanted.clear();  // a run that is not listed now is gone
      });
}

void TrainPage::showRun(const std::filesystem::path& folder) {
  showSuspects(false);
  m_wanted = folder;
  chooseWanted();
}

void TrainPage::chooseWanted() {
  const auto& runs = m_runs->runs();
  const auto wanted = std::ranges::find(runs, m_wanted, &RunTableModel::Run::folder);
  if (m_wanted.empty() || wanted == runs.end()) return;
  m_wanted.clear();
  m_table->makeCurrent(static_cast<int>(wanted - runs.begin()));
  if (m_resume->isVisible()) m_resume->setFocus();
}

void TrainPage::takeRun() {
  const auto log = session().runLog();
  if (log == m_log || !log || live() || session().runSpec().dataset != session().dataset()->path()) return;
  m_log = log;
  m_shown = session().runSpec();
  refresh();
  for (RunTableModel::Run& run : m_latest) run.state = RunTableModel::State::done;
  updateRuns();
  m_form->showFixed(m_shown, false);
  offerStart();
}

void TrainPage::updateRuns() {
  std::vector<RunTableModel::Run> all = m_latest;
  for (const RunTableModel::Run& run : m_earlier) {
    // The latest is on the disk, too.
    const bool listed = !m_latest.empty() && run.folder == m_latest.front().folder;
    if (!listed) all.push_back(run);
  }
  for (RunTableModel::Run& run : all)
    if (const auto known = m_titles.find(run.folder); known != m_titles.end()) run.title = known->second;
  m_runs->setRuns(std::move(all));
  // A row is chosen next where the rows are others; where they are as many, another run may be in the same row.
  if (currentRun() != nullptr || m_runs->rowCount() == 0) shareCurrent();
  draw();
  Q_EMIT stepStateChanged();
}

void TrainPage::updateBest() {
  double best = -1;
  for (const RunTableModel::Run& run : m_runs->runs()) {
    for (const metrics::EpochDone& epoch : run.summary.epochs) {
      if (epoch.validation.accuracy > best) best = epoch.validation.accuracy;
    }
  }
  if (live() || stale()) return;  // its curve is not at its end, or the runs are of the dataset before
  session().noteState(best < 0 ? QString() : tr("best run %1").arg(QString::number(best, 'f', 3)));
}

const RunTableModel::Run* TrainPage::currentRun() const {
  const int row = m_table->current();
  return row >= 0 && row < m_runs->rowCount() ? &m_runs->runs()[static_cast<std::size_t>(row)] : nullptr;
}

/// What is live, and what is chosen; a run that is chosen alone with all of its models.
std::vector<int> TrainPage::chartedRows() const {
  const auto& runs = m_runs->runs();
  std::set<int> rows;
  if (live()) {
    for (int row = 0; row < static_cast<int>(m_latest.size()); ++row) rows.insert(row);
  }
  const std::vector<int> chosen = m_table->chosen();
  for (const int row : chosen) {
    if (row < m_runs->rowCount()) rows.insert(row);
  }
  if (!live() && rows.size() == 1) {
    const std::filesystem::path folder = runs[static_cast<std::size_t>(*rows.begin())].folder;
    for (int row = 0; row < m_runs->rowCount(); ++row) {
      if (runs[static_cast<std::size_t>(row)].folder == folder) rows.insert(row);
    }
  }
  return {rows.begin(), rows.end()};
}

void TrainPage::draw() {
  const std::vector<RunTableModel::Run>& runs = m_runs->runs();
  const std::vector<int> rows = chartedRows();
  std::set<std::filesystem::path> folders;
  for (const int row : rows) folders.insert(runs[static_cast<std::size_t>(row)].folder);
  std::vector<ChartedRun> charted;
  for (const int row : rows) {
    const RunTableModel::Run& run = runs[static_cast<std::size_t>(row)];
    const QString name = m_runs->nameOf(run);
    charted.push_back({folders.size() > 1 ? tr("%1, %2").arg(name, toQt(run.folder.filename())) : name, run.summary});
  }
  m_runs->setCharted(rows);
  const bool latest = !rows.empty() && rows.front() < static_cast<int>(m_latest.size());
  m_charts->setEstimatedMemory(latest ? m_latestEstimated : std::nullopt);
  m_charts->update(charted);
}

/// A run that is looked at shows how it was asked for, so that the next one can begin from it.
void TrainPage::chosenChanged() {
  const RunTableModel::Run* run = currentRun();
  shareCurrent();
  draw();
  if (live()) return;
  offerActions(false);
  if (run == nullptr || run->folder.empty() || run->folder == m_shown.out) return;
  auto spec = metrics::readSpec(run->folder);
  if (!spec) return;  // a folder that somebody has changed: its curves stay
  m_shown = std::move(*spec);
  if (m_form->showsFixed()) m_form->showFixed(m_shown, false);
}

/// Which run other pages may ask about: none of a dataset that is no longer open.
void TrainPage::shareCurrent() {
  const RunTableModel::Run* run = stale() ? nullptr : currentRun();
  const bool isStored = run != nullptr && !run->folder.empty();
  m_table->setStored(isStored);
  m_receipt->setEnabled(isStored);
  m_report->setSubject(isStored ? run->folder : std::filesystem::path());
  if (!stale()) session().setOpenRun(isStored ? run->folder : std::filesystem::path());
}

void TrainPage::showReceipt() {
  const RunTableModel::Run* run = currentRun();
  if (stale() || run == nullptr || run->folder.empty()) return;
  ReceiptDialog::present(run->folder, session(), runner(), this);
}

void TrainPage::nameCurrent() {
  const RunTableModel::Run* run = currentRun();
  if (run == nullptr || run->folder.empty()) return;
  const std::filesystem::path folder = run->folder;
  TrainTitleDialog dialog(run->title, this);
  if (dialog.exec() == QDialog::Accepted) setTitle(folder, dialog.title());
}

void TrainPage::setTitle(const std::filesystem::path& folder, const metrics::RunTitle& title) {
  m_titleJob.run<metrics::RunTitle>(
      {.title = tr("Naming a run"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [folder, title](const JobContext&) -> Result<metrics::RunTitle> {
        MASU_CHECK(tasks::nameRun(folder, title));
        return title;
      },
      [this, folder](Result<metrics::RunTitle> named) {
        if (!named) return banner().showError(named.error());
        m_titles[folder] = *named;
        updateRuns();
        m_table->refresh();
      });
}

void TrainPage::confirmDelete() {
  const RunTableModel::Run* run = currentRun();
  if (live() || run == nullptr) return;
  const auto models = std::count_if(m_runs->runs().begin(), m_runs->runs().end(),
                                    [&](const RunTableModel::Run& one) { return one.folder == run->folder; });
  const QString folder = toQt(run->folder.filename());
  const QString text =
      models == 1
          ? tr("Delete %1 with its checkpoints? That cannot be undone.").arg(folder)
          : tr("Delete %1 with its %2 models and their checkpoints? That cannot be undone.").arg(folder).arg(models);
  if (confirmed({tr("Delete a run"), text, tr("Delete"), tr("Keep")}, this)) deleteCurrent();
}

void TrainPage::deleteCurrent() {
  const RunTableModel::Run* run = currentRun();
  if (live() || run == nullptr || m_deleteJob.busy()) return;
  m_deleteJob.run<std::filesystem::path>(
      {.title = tr("Deleting a run"), .icon = QStringLiteral("trash"), .kind = Job::Kind::quiet},
      [folder = run->folder](const JobContext&) -> Result<std::filesystem::path> {
        MASU_CHECK(tasks::deleteRun(folder));
        return folder;
      },
      [this](Result<std::filesystem::path> gone) {
        if (!gone) return banner().showError(gone.error());
        const auto isGone = [&](const RunTableModel::Run& one) { return one.folder == *gone; };
        std::erase_if(m_latest, isGone);
        std::erase_if(m_earlier, isGone);
        m_titles.erase(*gone);  // the next run may get its folder
        updateRuns();
        m_table->refresh();
        updateBest();
      });
}

}  // namespace masu::ui
