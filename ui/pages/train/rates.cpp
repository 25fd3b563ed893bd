// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/rates.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/figure/rate_plot.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

TrainRates::TrainRates(QWidget* parent)
    : Section(tr("Loss by learning rate"), {}, parent),
      m_plot(new RatePlot),
      m_sentence(makeLabel({}, "hint")),
      m_take(makeButton({}, {}, ButtonKind::normal, ButtonSize::small)) {
  m_sentence->setWordWrap(true);
  m_plot->setAccessibleName(tr("Loss by learning rate"));
  content()->addWidget(m_plot);
  content()->addWidget(m_sentence);
  content()->addWidget(m_take);
  connect(m_take, &QPushButton::clicked, this, [this] { Q_EMIT taken(m_suggested); });
  hide();
}

void TrainRates::showCurves(const std::vector<metrics::RateCurve>& curves) {
  m_suggested = metrics::kAbsent;
  std::vector<RatePlot::Curve> plotted;
  for (const metrics::RateCurve& curve : curves) {
    RatePlot::Curve& to = plotted.emplace_back();
    to.name = shownText(curve.model);
    to.colour = tokens().runs[(plotted.size() - 1) % tokens().runs.size()];
    const std::vector<double> losses = metrics::smoothedLosses(curve.tries);
    for (std::size_t i = 0; i < losses.size(); ++i) to.points.emplace_back(curve.tries[i].rate, losses[i]);
    if (std::isnan(curve.suggested)) continue;
    to.suggested = curve.suggested;
    m_suggested = std::isnan(m_suggested) ? curve.suggested : std::min(m_suggested, curve.suggested);
  }
  m_plot->setCurves(std::move(plotted));
  m_take->setVisible(!std::isnan(m_suggested));
  m_take->setText(tr("Use %1").arg(formatNumber(m_suggested, 2)));
  m_sentence->setText(std::isnan(m_suggested)
                          ? tr("No learning rate made the loss smaller.")
                          : tr("Dashed: a tenth of the rate with the lowest loss, before it diverged."));
  show();
}

}  // namespace masu::ui
