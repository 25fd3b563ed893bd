// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_list.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/shell/job_strip.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kWidth = 420;

/// A line of the list; follows its job until that ends.
QWidget* makeRow(Job* job) {
  auto* row = new QWidget;
  auto* column = new QVBoxLayout(row);
  column->setContentsMargins(12, 8, 8, 8);
  column->setSpacing(4);
  auto* top = new QHBoxLayout;
  auto* title = new ElidedLabel(job->state().title, "value", Qt::ElideMiddle);
  title->setFont(uiFont(Type::table, QFont::Medium));
  auto* cancel = makeButton(JobList::tr("Cancel"), "close", ButtonKind::ghost, ButtonSize::small);
  top->addWidget(title, 1);
  top->addWidget(cancel);
  auto* bar = new QProgressBar;
  bar->setTextVisible(false);
  bar->setRange(0, 1000);
  bar->setFixedHeight(4);
  auto* facts = makeLabel({}, "caption");
  column->addLayout(top);
  column->addWidget(bar);
  column->addWidget(facts);
  const auto refresh = [job, bar, facts] {
    bar->setValue(static_cast<int>(job->state().share * 1000));
    QStringList parts = jobFacts(job->state());
    parts.removeAll(QString());
    facts->setText(parts.join(QStringLiteral(" · ")));
  };
  QObject::connect(job, &Job::progressed, row, refresh);
  QObject::connect(cancel, &QPushButton::clicked, row, [job = QPointer<Job>(job)] {
    if (job) job->cancel();
  });
  refresh();
  return row;
}

}  // namespace

JobList::JobList(JobRunner& runner, QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint), m_runner(runner), m_column(new QVBoxLayout(this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setAttribute(Qt::WA_StyledBackground);
  setProperty("pane", "popup");
  setFixedWidth(kWidth);
  m_column->setContentsMargins(1, 1, 1, 1);
  m_column->setSpacing(0);
  connect(&m_runner, &JobRunner::changed, this, &JobList::fill);
  fill();
}

void JobList::fill() {
  while (QLayoutItem* item = m_column->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const std::vector<Job*> jobs = m_runner.visibleJobs();
  if (jobs.empty()) {
    close();
    return;
  }
  for (Job* job : jobs) {
    if (m_column->count() > 0) m_column->addWidget(makeLine(Qt::Horizontal));
    m_column->addWidget(makeRow(job));
  }
  adjustSize();
}

void JobList::openAbove(QWidget* anchor) {
  adjustSize();
  move(anchor->mapToGlobal(QPoint(0, -height() - 8)));
  show();
}

}  // namespace masu::ui
