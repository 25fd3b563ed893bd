// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/reliability_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "ui/charts/paint/paint.h"
#include "ui/charts/paint/read_out.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr qreal kEdge = 4;
constexpr qreal kGap = 1;  ///< at either side of a bar

}  // namespace

ReliabilityPlot::ReliabilityPlot(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setAccessibleName(tr("Accuracy by the probability of the predicted class"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
}

void ReliabilityPlot::setBins(std::vector<metrics::ReliabilityBin> bins) {
  m_bins = std::move(bins);
  m_marked.reset();
  describe();
  update();
}

QRectF ReliabilityPlot::plot() const {
  return QRectF(rect()).adjusted(kEdge, kEdge, -kEdge, -kEdge);
}

/// A damaged log may hold anything.
bool ReliabilityPlot::isShown(int bin) const {
  const metrics::ReliabilityBin& one = m_bins[static_cast<std::size_t>(bin)];
  return one.samples > 0 && one.accuracy >= 0 && one.accuracy <= 1 && one.probability >= 0 && one.probability <= 1;
}

void ReliabilityPlot::paintEvent(QPaintEvent*) {
  if (m_bins.empty()) return;
  QPainter painter(this);
  const QRectF area = plot();
  const qreal step = area.width() / static_cast<qreal>(m_bins.size());
  for (int k = 0; k < static_cast<int>(m_bins.size()); ++k) {
    if (!isShown(k)) continue;
    const qreal height = std::max(1.0, m_bins[static_cast<std::size_t>(k)].accuracy * area.height());
    const QRectF bar(area.left() + k * step + kGap, area.bottom() - height, step - 2 * kGap, height);
    painter.fillRect(bar, m_marked == k ? tokens().text2 : tokens().accent);
  }
  drawHairline(painter, area.bottomLeft(), area.bottomRight(), tokens().line2);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().text3, 1, Qt::DashLine));
  painter.drawLine(area.bottomLeft(), area.topRight());
  if (m_marked) readOut().draw(painter, rect(), {area.left() + (*m_marked + 0.5) * step, 0});
}

/// Requires: something is marked.
ReadOut ReliabilityPlot::readOut() const {
  const metrics::ReliabilityBin& bin = m_bins[static_cast<std::size_t>(*m_marked)];
  ReadOut readOut{tr("%n sample(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(bin.samples, 2'000'000'000))),
                  {}};
  readOut.rows = {{tokens().text3, tr("probability"), formatPercent(bin.probability, 1)},
                  {tokens().accent, tr("right"), formatPercent(bin.accuracy, 1)}};
  return readOut;
}

/// What is read off, or all bars, for those who cannot see them.
void ReliabilityPlot::describe() {
  if (m_marked) return setAccessibleDescription(readOut().text());
  QStringList parts;
  for (int k = 0; k < static_cast<int>(m_bins.size()); ++k) {
    const metrics::ReliabilityBin& bin = m_bins[static_cast<std::size_t>(k)];
    if (isShown(k))
      parts << tr("probability %1: %2 right").arg(formatPercent(bin.probability, 1), formatPercent(bin.accuracy, 1));
  }
  setAccessibleDescription(parts.join(QLatin1String(", ")));
}

void ReliabilityPlot::mark(std::optional<int> bin) {
  m_marked.reset();
  for (int k = 0; bin && k < static_cast<int>(m_bins.size()); ++k) {
    if (!isShown(k)) continue;
    if (!m_marked || std::abs(k - *bin) < std::abs(*m_marked - *bin)) m_marked = k;
  }
  describe();
  update();
}

void ReliabilityPlot::mouseMoveEvent(QMouseEvent* event) {
  const QRectF area = plot();
  const double share = (event->position().x() - area.left()) / std::max(1.0, area.width());
  mark(static_cast<int>(std::floor(share * static_cast<double>(m_bins.size()))));
}

void ReliabilityPlot::leaveEvent(QEvent*) {
  mark(std::nullopt);
}

void ReliabilityPlot::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right) return QWidget::keyPressEvent(event);
  const int step = event->key() == Qt::Key_Left ? -1 : 1;
  const int count = static_cast<int>(m_bins.size());
  // The first press begins at the end that it comes from.
  int at = m_marked.value_or(step > 0 ? -1 : count) + step;
  while (at >= 0 && at < count && !isShown(at)) at += step;
  if (at >= 0 && at < count) mark(at);
}

}  // namespace masu::ui
