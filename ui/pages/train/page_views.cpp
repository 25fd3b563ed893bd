// SPDX-License-Identifier: GPL-3.0-or-later
// What the Train page shows in the place of its runs: the search for wrong labels, and predictions.
#include "ui/pages/train/page.h"
#include "ui/pages/train/predict/view.h"
#include "ui/pages/train/runs.h"
#include "ui/pages/train/suspects/view.h"
#include "ui/text/message.h"

namespace masu::ui {
namespace {

/// "run-0002", with what people call it.
QString titleOf(const RunTableModel::Run& run) {
  const QString folder = shownText(run.folder.filename().string());
  return run.title.name.empty() ? folder : TrainPage::tr("%1: %2").arg(folder, shownText(run.title.name));
}

}  // namespace

void TrainPage::buildViews() {
  m_suspects = new SuspectsView(session(), runner());
  m_suspects->hide();
  addAction(m_suspects->action());
  m_table->setSuspectsAction(m_suspects->action());
  connect(m_suspects->action(), &QAction::triggered, this, [this] { showView(View::suspects); });
  connect(m_suspects, &SuspectsView::closed, this, [this] { showView(View::runs); });
  connect(m_suspects, &SuspectsView::sampleOpened, this, &TrainPage::sampleOpened);
  m_predictions = new PredictView(session(), runner());
  m_predictions->hide();
  addAction(m_predictions->action());
  connect(m_predictions->action(), &QAction::triggered, this, [this] { showView(View::predictions); });
  connect(m_predictions, &PredictView::closed, this, [this] { showView(View::runs); });
  connect(m_predictions, &PredictView::sampleOpened, this, &TrainPage::sampleOpened);
}

TrainPage::View TrainPage::view() const {
  if (!m_suspects->isHidden()) return View::suspects;
  return m_predictions->isHidden() ? View::runs : View::predictions;
}

/// Predictions are made with the run that was chosen when they came to the front, whatever is listed meanwhile.
void TrainPage::showView(View shown) {
  if (shown == view() || (shown != View::runs && stale())) return;
  if (shown == View::suspects && !m_suspects->action()->isEnabled()) return;
  if (shown == View::predictions && !m_predictions->action()->isEnabled()) return;
  if (shown == View::predictions) m_predictions->setRun(currentRun()->folder, titleOf(*currentRun()));
  m_runsBody->setVisible(shown == View::runs);
  m_suspects->setVisible(shown == View::suspects);
  m_predictions->setVisible(shown == View::predictions);
  offerStart();
  offerActions(live());
  if (!isVisible()) return;
  if (shown == View::suspects) return m_suspects->activate();
  shown == View::predictions ? m_predictions->activate() : m_table->focusTable();
}

}  // namespace masu::ui
