// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start/interrupted.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/tasks/data/export_task.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/runs/run_history.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kRowHeight = 40;

bool isLeft(const UnfinishedWork& work) {
  const std::filesystem::path target = pathFrom(work.target);
  switch (work.kind) {
    case UnfinishedWork::Kind::importing:
      return tasks::isImportInterrupted(target);
    case UnfinishedWork::Kind::training:
      return tasks::isInterrupted(target);
    case UnfinishedWork::Kind::exporting:
      break;
  }
  return tasks::isExportInterrupted(target);
}

QString sentenceOf(const UnfinishedWork& work) {
  const QString target = shownText(QFileInfo(work.target).fileName());
  const QString dataset = shownText(QFileInfo(work.dataset).fileName());
  switch (work.kind) {
    case UnfinishedWork::Kind::importing:
      return StartInterrupted::tr("The import to %1 was interrupted.").arg(target);
    case UnfinishedWork::Kind::training:
      return StartInterrupted::tr("The training of %1 in %2 was interrupted.").arg(dataset, target);
    case UnfinishedWork::Kind::exporting:
      break;
  }
  return StartInterrupted::tr("The export of %1 to %2 was interrupted.").arg(dataset, target);
}

QString iconOf(UnfinishedWork::Kind kind) {
  switch (kind) {
    case UnfinishedWork::Kind::importing:
      return QStringLiteral("import");
    case UnfinishedWork::Kind::training:
      return QStringLiteral("train");
    case UnfinishedWork::Kind::exporting:
      break;
  }
  return QStringLiteral("export");
}

}  // namespace

StartInterrupted::StartInterrupted(JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_look(runner), m_rows(new QVBoxLayout(this)) {
  m_rows->setContentsMargins(0, 0, 0, 16);
  m_rows->setSpacing(0);
  hide();
  // What was stopped just now can be resumed at once.
  connect(&runner, &JobRunner::ended, this, [this](const Job* job) {
    if (job->kind() == Job::Kind::visible && parentWidget() != nullptr && parentWidget()->isVisible()) refresh();
  });
}

void StartInterrupted::refresh() {
  std::vector<UnfinishedWork> noted = interruptedWork();
  if (noted.empty()) {
    m_look.drop();
    return list({});
  }
  m_look.run<std::vector<UnfinishedWork>>(
      {.title = tr("Looking for interrupted work"), .icon = QStringLiteral("start"), .kind = Job::Kind::quiet},
      [noted = std::move(noted)](const JobContext&) -> Result<std::vector<UnfinishedWork>> {
        std::vector<UnfinishedWork> left = noted;
        std::erase_if(left, [](const UnfinishedWork& work) { return !isLeft(work); });
        return left;
      },
      [this](Result<std::vector<UnfinishedWork>> left) {
        if (left) list(*left);
      });
}

void StartInterrupted::list(const std::vector<UnfinishedWork>& works) {
  while (QLayoutItem* item = m_rows->takeAt(0)) {
    if (QWidget* old = item->widget()) {
      old->hide();
      old->deleteLater();  // one of its buttons may be what asks for this
    }
    delete item;
  }
  if (!works.empty()) {
    auto* heading = makeLabel(tr("Interrupted"), "heading");
    heading->setFixedHeight(28);
    m_rows->addWidget(heading);
    m_rows->addWidget(makeLine(Qt::Horizontal));
    for (const UnfinishedWork& work : works) m_rows->addWidget(makeRow(work));
  }
  setVisible(!works.empty());
}

QWidget* StartInterrupted::makeRow(const UnfinishedWork& work) {
  auto* row = new QWidget;
  row->setFixedHeight(kRowHeight);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  auto* icon = new QLabel;
  icon->setPixmap(iconPixmap(iconOf(work.kind), tokens().text2, size::kIcon, devicePixelRatioF()));
  auto* sentence = new ElidedLabel(sentenceOf(work), "value", Qt::ElideMiddle);
  sentence->setToolTip(work.target);
  auto* when = makeLabel(formatWhen(work.begun, QDateTime::currentDateTime()), "label");
  auto* resume = makeButton(tr("Resume…"), QStringLiteral("play"), ButtonKind::normal, ButtonSize::small);
  auto* forget = makeButton(tr("Forget"), QStringLiteral("close"), ButtonKind::ghost, ButtonSize::small);
  resume->setAccessibleDescription(sentenceOf(work));
  forget->setAccessibleDescription(sentenceOf(work));
  forget->setToolTip(tr("Take it off this list; what is on the disk stays."));
  line->addWidget(icon);
  line->addWidget(sentence, 1);
  line->addWidget(when);
  line->addWidget(resume);
  line->addWidget(forget);
  connect(resume, &QPushButton::clicked, this, [this, work] { Q_EMIT resumeWanted(work); });
  connect(forget, &QPushButton::clicked, this, [this, target = work.target] {
    forgetWork(target);
    refresh();
  });
  return row;
}

}  // namespace masu::ui
