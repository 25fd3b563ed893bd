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
#include "ui/pages/train/predict/view.h"
#include "ui/pages/train/run_history.h"
#include "ui/pages/train/runs.h"
#include "ui/pages/train/title_dialog.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/question.h"

namespace masu::ui {
namespace {

/// Runs whose logs cannot be read, of which the table has no rows.
void showUnreadable(const std::vector<tasks::StoredRun>& runs, Banner& banner) {
  std::vector<std::string> names;
  const Error* first = nullptr;
  for (const tasks::StoredRun& run : runs) {
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

void TrainPage::connectHistory() {
  connect(m_history, &RunHistory::changed, this, &TrainPage::takeListed);
  connect(m_history, &RunHistory::wasRead, this, [this] {
    showUnreadable(m_history->unreadable(), banner());
    chooseWanted();
    m_wanted.clear();  // a run that is not listed now is gone
  });
  connect(m_history, &RunHistory::failed, this, [this](const Error& error) { banner().showError(error); });
  connect(m_history, &RunHistory::removed, this, [this](const std::filesystem::path& gone) {
    std::erase_if(m_latest, [&](const RunTableModel::Run& run) { return run.folder == gone; });
  });
}

/// Runs of others come and go, and what is looked at stays.
void TrainPage::takeListed() {
  if (stale()) return;  // another dataset was opened
  takeLatest();
  const RowKey current = keyOf(m_table->current());
  std::vector<RowKey> chosen;
  for (const int row : m_table->chosen()) chosen.push_back(keyOf(row));
  updateRuns();
  chooseAgain(current, chosen);
  m_table->refresh();
  offerActions(live());
  updateBest();
}

/// The run that ended here may have been resumed, named or deleted elsewhere since. Its folder may be one that is not
/// listed.
void TrainPage::takeLatest() {
  if (live() || m_latest.empty()) return;
  const std::filesystem::path folder = m_latest.front().folder;
  if (folder.parent_path() != runsFolder()) return;
  m_latest = m_history->rows();
  std::erase_if(m_latest, [&](const RunTableModel::Run& run) { return run.folder != folder; });
}

TrainPage::RowKey TrainPage::keyOf(int row) const {
  if (row < 0 || row >= m_runs->rowCount()) return {};
  const auto at = m_runs->runs().begin() + row;
  return {at->folder, std::count_if(m_runs->runs().begin(), at,
                                    [&](const RunTableModel::Run& run) { return run.folder == at->folder; })};
}

void TrainPage::chooseAgain(const RowKey& current, const std::vector<RowKey>& chosen) {
  std::vector<int> rows;
  int first = -1;
  for (int row = 0; row < m_runs->rowCount(); ++row) {
    const RowKey key = keyOf(row);
    if (key == current) first = row;
    if (std::ranges::find(chosen, key) != chosen.end()) rows.push_back(row);
  }
  if (first >= 0 && first != m_table->current() && m_table->shows(first)) m_table->makeCurrent(first);
  if (!rows.empty() && rows != m_table->chosen()) m_table->choose(rows);
}

void TrainPage::showRun(const std::filesystem::path& folder) {
  showView(View::runs);
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
  for (RunTableModel::Run& run : all) run.title = m_history->titleOf(run.folder);
  for (RunTableModel::Run& run : m_history->rows()) {
    // The latest is on the disk, too.
    const bool listed = !m_latest.empty() && run.folder == m_latest.front().folder;
    if (!listed) all.push_back(std::move(run));
  }
  m_runs->setRuns(std::move(all));
  // A row is chosen next where the rows are others; where they are as many, another run may be in the same row.
  if (currentRun() != nullptr || m_runs->rowCount() == 0) shareCurrent();
  draw();
  Q_EMIT stepStateChanged();
}

void TrainPage::updateBest() {
  if (live() || stale()) return;  // its curve is not at its end, or the runs are of the dataset before
  const bool values = m_runs->predictsValues();
  std::optional<double> best;
  for (const RunTableModel::Run& run : m_runs->runs()) {
    if (run.state == RunTableModel::State::live) continue;
    for (const metrics::EpochDone& epoch : run.summary.epochs) {
      const double figure = values ? epoch.validation.r2 : epoch.validation.accuracy;
      if (!std::isnan(figure) && (!best || figure > *best)) best = figure;
    }
  }
  if (!best) return session().noteState(QString());
  const QString figure = figureText(*best);
  session().noteState(values ? tr("best run: R² %1").arg(figure) : tr("best run %1").arg(figure));
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
  m_predictions->action()->setEnabled(isStored && run->state != RunTableModel::State::live);
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
  if (dialog.exec() == QDialog::Accepted) m_history->setTitle(folder, dialog.title());
}

void TrainPage::confirmDelete() {
  const RunTableModel::Run* run = currentRun();
  if (live() || run == nullptr) return;
  // Another one may be current before the question is answered.
  const std::filesystem::path asked = run->folder;
  const auto models = std::count_if(m_runs->runs().begin(), m_runs->runs().end(),
                                    [&](const RunTableModel::Run& one) { return one.folder == asked; });
  const QString folder = toQt(asked.filename());
  const QString text =
      models == 1
          ? tr("Delete %1 with its checkpoints? That cannot be undone.").arg(folder)
          : tr("Delete %1 with its %2 models and their checkpoints? That cannot be undone.").arg(folder).arg(models);
  if (confirmed({tr("Delete a run"), text, tr("Delete"), tr("Keep")}, this)) m_history->remove(asked);
}

void TrainPage::deleteCurrent() {
  const RunTableModel::Run* run = currentRun();
  if (!live() && run != nullptr) m_history->remove(run->folder);
}

}  // namespace masu::ui
