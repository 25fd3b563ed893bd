// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/job_foot.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kBarSteps = 1000;

}  // namespace

JobFoot::JobFoot(const QString& start, const QString& icon, const QString& progress, QWidget* parent)
    : Section({}, {}, parent),
      m_stage(makeLabel({}, "label")),
      m_bar(new QProgressBar),
      m_start(makeButton(start, icon, ButtonKind::primary)),
      m_stop(makeButton(tr("Cancel"), QStringLiteral("close"))) {
  m_stage->setWordWrap(true);
  m_bar->setTextVisible(false);
  m_bar->setFixedHeight(4);
  m_bar->setRange(0, kBarSteps);
  m_bar->setAccessibleName(progress);
  for (QWidget* part : std::initializer_list<QWidget*>{m_stage, m_bar, m_start, m_stop}) content()->addWidget(part);
  connect(m_start, &QPushButton::clicked, this, &JobFoot::startWanted);
  connect(m_stop, &QPushButton::clicked, this, &JobFoot::stopWanted);
  showLive(false);
}

void JobFoot::setStartable(bool startable) {
  m_start->setEnabled(startable);
}

void JobFoot::showLive(bool live) {
  const bool hadFocus = m_start->hasFocus() || m_stop->hasFocus();
  m_bar->setValue(0);
  m_bar->setVisible(live);
  m_stage->clear();
  m_stage->setVisible(live);
  m_start->setVisible(!live);
  m_stop->setVisible(live);
  m_stop->setEnabled(true);
  m_start->setEnabled(true);  // until setStartable() says otherwise: what is disabled takes no focus
  // What is hidden has no focus, and the next would be elsewhere on the page.
  if (hadFocus) (live ? m_stop : m_start)->setFocus();
}

void JobFoot::showProgress(const JobState& state, const QString& part) {
  m_bar->setValue(static_cast<int>(state.share * kBarSteps));
  m_stop->setEnabled(!state.stopping);
  if (state.stopping) return m_stage->setText(tr("Stopping …"));
  QString text = state.stage;
  if (state.total > 0)
    text = tr("%1: %2").arg(text, tr("%1 of %2").arg(formatCount(state.done), formatCount(state.total)));
  m_stage->setText(part.isEmpty() ? text : tr("%1. %2").arg(part, text));
}

}  // namespace masu::ui
