// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/histogram_header.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/charts/paint/paint.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kPad = 8;
constexpr int kLine = 16;
constexpr int kPlotTop = 42;
constexpr int kPlotHeight = 26;

}  // namespace

void paintHistogram(QPainter& painter, const QRectF& rect, const std::vector<double>& bins, const QColor& colour) {
  const double largest = bins.empty() ? 0 : *std::max_element(bins.begin(), bins.end());
  if (!(largest > 0)) return;
  const qreal ratio = painter.device()->devicePixelRatioF();
  const auto n = static_cast<double>(bins.size());
  const qreal gap = rect.width() / n >= 6 ? 1 : 0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (!(bins[i] > 0)) continue;
    const qreal left = snapped(rect.left() + rect.width() * static_cast<double>(i) / n, ratio);
    const qreal right = snapped(rect.left() + rect.width() * static_cast<double>(i + 1) / n, ratio);
    const qreal tall = std::max(1.0, snapped(rect.height() * bins[i] / largest, ratio));
    painter.fillRect(QRectF(left, rect.bottom() - tall, std::max(1.0, right - left - gap), tall), colour);
  }
}

HistogramHeader::HistogramHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setSectionsClickable(true);
  setHighlightSections(false);
  setMinimumSectionSize(48);
  setFocusPolicy(Qt::NoFocus);
}

void HistogramHeader::setColumns(std::vector<Column> columns) {
  m_columns = std::move(columns);
  viewport()->update();
}

void HistogramHeader::setCurrent(int section) {
  if (section == m_current) return;
  m_current = section;
  viewport()->update();
}

QSize HistogramHeader::sizeHint() const {
  return {QHeaderView::sizeHint().width(), size::kHistogramHeader};
}

QSize HistogramHeader::sectionSizeFromContents(int section) const {
  int width = 96;
  if (section < static_cast<int>(m_columns.size())) {
    const Column& column = m_columns[static_cast<std::size_t>(section)];
    const QFontMetricsF name(uiFont(Type::table, QFont::DemiBold));
    width = static_cast<int>(name.horizontalAdvance(column.name)) + 2 * kPad + 4;
  }
  return {width, size::kHistogramHeader};
}

void HistogramHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  painter->save();
  const bool current = section == m_current;
  painter->fillRect(rect, current ? tokens().tint : tokens().surface);
  drawHairline(*painter, {qreal(rect.left()), rect.bottom() * 1.0}, {rect.right() + 1.0, rect.bottom() + 1.0},
               tokens().line);
  drawHairline(*painter, {qreal(rect.right()), qreal(rect.top())}, {rect.right() + 1.0, qreal(rect.bottom())},
               tokens().lineSoft);
  if (section < static_cast<int>(m_columns.size())) {
    const Column& column = m_columns[static_cast<std::size_t>(section)];
    const bool right = column.alignment.testFlag(Qt::AlignRight);
    const QRectF inner = QRectF(rect).adjusted(right ? kPad : column.indent, kPad, right ? -column.indent : -kPad, 0);
    painter->setFont(uiFont(Type::table, QFont::DemiBold));
    painter->setPen(current ? tokens().accent : tokens().text);
    drawElided(*painter, QRectF(inner.left(), inner.top(), inner.width(), kLine), column.alignment | Qt::AlignVCenter,
               column.name);
    paintType(*painter, QRectF(inner.left(), inner.top() + kLine, inner.width(), kLine), column, current);
    const QRectF plot(inner.left(), rect.top() + kPlotTop, std::min(inner.width(), 104.0), kPlotHeight);
    if (!column.all.empty()) {
      paintHistogram(*painter, plot, column.all, column.filtered.empty() ? tokens().hist : tokens().histAll);
      paintHistogram(*painter, plot, column.filtered, tokens().hist);
      drawHairline(*painter, {plot.left(), plot.bottom() - 1}, {plot.right(), plot.bottom()}, tokens().hist);
    }
  }
  painter->restore();
}

void HistogramHeader::paintType(QPainter& painter, const QRectF& rect, const Column& column, bool current) const {
  painter.setFont(uiFont(Type::hint, column.label ? QFont::Medium : QFont::Normal));
  painter.setPen(column.label || current ? tokens().accent : tokens().text2);
  const qreal used = drawElided(painter, rect, column.alignment | Qt::AlignVCenter, column.type);
  if (column.missingShare <= 0) return;
  painter.setFont(uiFont(Type::hint));
  painter.setPen(tokens().warn);
  const QString missing =
      column.missingShare < 0.001 ? tr("< 0.1 % missing") : tr("%1 missing").arg(formatPercent(column.missingShare, 1));
  const QRectF room = rect.adjusted(used + 6, 0, 0, 0);
  if (room.width() > 24) drawElided(painter, room, Qt::AlignLeft | Qt::AlignVCenter, missing);
}

void HistogramHeader::mouseReleaseEvent(QMouseEvent* event) {
  const int section = logicalIndexAt(event->pos());
  QHeaderView::mouseReleaseEvent(event);
  if (section < 0 || section == m_current) return;
  setCurrent(section);
  Q_EMIT currentChanged(section);
}

bool HistogramHeader::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int section = logicalIndexAt(help->pos());
    if (section >= 0 && section < static_cast<int>(m_columns.size())) {
      QToolTip::showText(help->globalPos(), m_columns[static_cast<std::size_t>(section)].name, this);
      return true;
    }
  }
  return QHeaderView::event(event);
}

}  // namespace masu::ui
