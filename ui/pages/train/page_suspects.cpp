// SPDX-License-Identifier: GPL-3.0-or-later
// The search for wrong labels, in the place of the runs of the Train page.
#include "ui/pages/train/page.h"
#include "ui/pages/train/runs.h"
#include "ui/pages/train/suspects/view.h"

namespace masu::ui {

void TrainPage::buildSuspects() {
  m_suspects = new SuspectsView(session(), runner());
  m_suspects->hide();
  addAction(m_suspects->action());
  m_table->setSuspectsAction(m_suspects->action());
  connect(m_suspects->action(), &QAction::triggered, this, [this] { showSuspects(true); });
  connect(m_suspects, &SuspectsView::closed, this, [this] { showSuspects(false); });
  connect(m_suspects, &SuspectsView::sampleOpened, this, &TrainPage::sampleOpened);
}

bool TrainPage::showsSuspects() const {
  return !m_suspects->isHidden();
}

void TrainPage::showSuspects(bool shown) {
  if (shown == showsSuspects() || (shown && (stale() || !m_suspects->action()->isEnabled()))) return;
  m_runsBody->setVisible(!shown);
  m_suspects->setVisible(shown);
  offerStart();
  offerActions(live());
  if (!isVisible()) return;
  shown ? m_suspects->activate() : m_table->focusTable();
}

}  // namespace masu::ui
