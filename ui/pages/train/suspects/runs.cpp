// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/suspects/runs.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/metrics/run_spec.h"
#include "core/tasks/runs/run_history.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kNameWidth = 216;

}  // namespace

SuspectsRuns::SuspectsRuns(JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_job(runner),
      m_rows(new QVBoxLayout),
      m_none(makeLabel(tr("This dataset has no runs. Train some, or add their folders."), "hint")) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  m_rows->setSpacing(2);
  column->addLayout(m_rows);
  m_none->setWordWrap(true);
  column->addWidget(m_none);
  auto* button = makeButton(tr("Add a folder…"), QStringLiteral("folder-add"), ButtonKind::normal, ButtonSize::small);
  button->setToolTip(tr("The folder of a run that was trained on this dataset, or of one of its models"));
  column->addWidget(button, 0, Qt::AlignLeft);
  connect(button, &QPushButton::clicked, this, &SuspectsRuns::ask);
}

/// A run of several models has a folder for each.
std::vector<SuspectsRuns::Entry> SuspectsRuns::entriesIn(const std::filesystem::path& folder, const JobContext& job) {
  std::vector<Entry> entries;
  const auto runs = tasks::listRuns(folder, job);
  if (!runs) return entries;
  for (const tasks::StoredRun& run : *runs) {
    const auto spec = metrics::readSpec(run.folder);
    if (!spec) continue;  // a folder that somebody has changed: it cannot be asked
    const std::vector<std::filesystem::path> models = metrics::modelFolders(*spec);
    const std::vector<metrics::PlannedRun> planned = metrics::plannedRuns(*spec);
    for (std::size_t k = 0; k < models.size(); ++k) {
      const bool isOnly = models[k].empty();
      const std::filesystem::path last = run.folder.filename();
      const QString place = shownText((isOnly ? last : last / models[k]).string());
      const QString model = shownText(planned[k].model);
      const QString name = run.title.name.empty() ? model : tr("%1: %2").arg(shownText(run.title.name), model);
      entries.push_back({isOnly ? run.folder : run.folder / models[k], tr("%1, %2").arg(name, place)});
    }
  }
  return entries;
}

void SuspectsRuns::list(const std::filesystem::path& folder) {
  m_job.run<std::vector<Entry>>(
      {.title = tr("Read earlier runs"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [folder](const JobContext& job) -> Result<std::vector<Entry>> { return entriesIn(folder, job); },
      [this](Result<std::vector<Entry>> entries) {
        if (entries) showEntries(*entries);
      });
}

void SuspectsRuns::clear() {
  m_job.drop();
  m_added.clear();
  showEntries({});
}

void SuspectsRuns::showEntries(const std::vector<Entry>& listed) {
  const std::vector<std::filesystem::path> before = chosen();
  for (const auto& [folder, box] : m_boxes) {
    m_rows->removeWidget(box);
    box->deleteLater();
  }
  m_boxes.clear();
  const auto isTicked = [&](const Entry& entry) { return std::ranges::find(before, entry.folder) != before.end(); };
  for (const Entry& entry : listed) addBox(entry, isTicked(entry));
  for (const Entry& entry : m_added)
    if (std::ranges::find(listed, entry.folder, &Entry::folder) == listed.end()) addBox(entry, isTicked(entry));
  m_none->setVisible(m_boxes.empty());
  Q_EMIT edited();
}

void SuspectsRuns::addBox(const Entry& entry, bool ticked) {
  auto* box = new QCheckBox;
  box->ensurePolished();
  box->setText(box->fontMetrics().elidedText(entry.name, Qt::ElideMiddle, kNameWidth).replace("&", "&&"));
  box->setAccessibleName(entry.name);
  box->setToolTip(shownText(toQt(entry.folder)));
  box->setChecked(ticked);
  m_rows->addWidget(box);
  m_boxes.emplace_back(entry.folder, box);
  connect(box, &QCheckBox::toggled, this, &SuspectsRuns::edited);
}

void SuspectsRuns::ask() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Add the folder of a run"));
  if (!folder.isEmpty()) add(pathFrom(folder));
}

void SuspectsRuns::add(const std::filesystem::path& folder) {
  const auto known = std::ranges::find(m_boxes, folder, [](const auto& row) { return row.first; });
  if (known != m_boxes.end()) return known->second->setChecked(true);
  m_added.push_back({folder, shownText(folder.filename().string())});
  addBox(m_added.back(), true);
  m_none->hide();
  Q_EMIT edited();
}

std::vector<std::filesystem::path> SuspectsRuns::chosen() const {
  std::vector<std::filesystem::path> folders;
  for (const auto& [folder, box] : m_boxes)
    if (box->isChecked()) folders.push_back(folder);
  return folders;
}

}  // namespace masu::ui
