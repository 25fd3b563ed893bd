// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/split_bar.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <numeric>
#include <vector>

#include "ui/charts/paint/paint.h"
#include "ui/text/format.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kRowHeight = 34;
constexpr int kHeadHeight = 24;
constexpr int kBarHeight = 12;
constexpr int kGap = 8;
constexpr qreal kMinName = 32;
constexpr qreal kMinBar = 56;  ///< a narrower bar does not show shares apart

std::uint64_t sum(const SplitCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

using CountText = QString (*)(std::uint64_t);

/// Of the figures of any row.
qreal widestFigure(const std::vector<ClassBars::ClassBar>& rows, CountText text) {
  const QFontMetricsF metrics(uiFont(Type::table));
  qreal widest = metrics.horizontalAdvance(QStringLiteral("000"));
  for (const ClassBars::ClassBar& row : rows) {
    for (std::size_t split = 0; split < 3; ++split)
      widest = std::max(widest, metrics.horizontalAdvance(text(row.counts[split])));
  }
  return widest;
}

}  // namespace

void paintSplitBar(QPainter& painter, const QRectF& rect, const SplitCounts& counts) {
  const double all = double(sum(counts));
  if (all <= 0) return;
  const qreal ratio = painter.device()->devicePixelRatioF();
  double before = 0;
  for (int split = 0; split < 4; ++split) {
    const double count = double(counts[static_cast<std::size_t>(split)]);
    if (count <= 0) continue;
    const qreal left = snapped(rect.left() + rect.width() * before / all, ratio);
    before += count;
    const qreal right = snapped(rect.left() + rect.width() * before / all, ratio);
    const qreal gap = before < all ? 1 : 0;
    painter.fillRect(QRectF(left, rect.top(), std::max(1.0, right - left - gap), rect.height()), splitColour(split));
  }
}

SplitBar::SplitBar(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setAccessibleName(tr("Samples of each split"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SplitBar::setCounts(const SplitCounts& counts) {
  m_counts = counts;
  setAccessibleDescription(tr("%1 train, %2 validation, %3 test, %4 unused")
                               .arg(formatCount(counts[0]), formatCount(counts[1]), formatCount(counts[2]),
                                    formatCount(counts[3])));
  update();
}

void SplitBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintSplitBar(painter, rect(), m_counts);
}

ClassBars::ClassBars(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Samples of each class in train, validation and test"));
}

void ClassBars::setRows(std::vector<ClassBar> rows) {
  m_rows = std::move(rows);
  m_largest = 0;
  QStringList descriptions;
  for (const ClassBar& row : m_rows) {
    m_largest = std::max(m_largest, sum(row.counts));
    if (descriptions.size() < 100) descriptions << described(row);
  }
  setAccessibleDescription(descriptions.join(QLatin1String("; ")));
  updateGeometry();
  update();
}

/// Of the row below the pointer: its name and figures in full.
bool ClassBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int at = help->pos().y() < kHeadHeight ? -1 : (help->pos().y() - kHeadHeight) / kRowHeight;
  const bool known = at >= 0 && at < static_cast<int>(m_rows.size());
  QToolTip::showText(help->globalPos(), known ? described(m_rows[static_cast<std::size_t>(at)]) : QString(), this);
  return true;
}

QString ClassBars::described(const ClassBar& row) {
  return tr("%1: %2 train, %3 validation, %4 test")
      .arg(row.name, formatCount(row.counts[0]), formatCount(row.counts[1]), formatCount(row.counts[2]));
}

QSize ClassBars::sizeHint() const {
  return {240, kHeadHeight + kRowHeight * static_cast<int>(m_rows.size())};
}

void ClassBars::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  const QFontMetricsF names(uiFont(Type::table, QFont::Medium));
  qreal nameWidth = 12;
  for (const ClassBar& row : m_rows) nameWidth = std::max(nameWidth, names.horizontalAdvance(row.name) + 1);
  nameWidth = std::min(nameWidth, width() * 0.34);
  // Where large figures leave no room for the bars they are written short, then names are cut; the tool tip has all.
  CountText text = formatCount;
  qreal figureWidth = widestFigure(m_rows, text);
  if (width() - 3 * (figureWidth + kGap) - nameWidth - kGap < kMinBar) {
    text = formatCountShort;
    figureWidth = widestFigure(m_rows, text);
  }
  const qreal figuresLeft = width() - 3 * (figureWidth + kGap);
  nameWidth = std::min(nameWidth, std::max(kMinName, figuresLeft - kGap - kMinBar));
  const qreal barLeft = nameWidth + kGap;
  const qreal barWidth = std::max(0.0, figuresLeft - barLeft);

  for (int split = 0; split < 3; ++split) {
    const qreal right = figuresLeft + (split + 1) * (figureWidth + kGap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(splitColour(split));
    painter.drawRoundedRect(QRectF(right - 8, 8, 8, 8), 2, 2);
  }
  const int first = std::max(0, (event->rect().top() - kHeadHeight) / kRowHeight);
  const int last = std::min(static_cast<int>(m_rows.size()) - 1, (event->rect().bottom() - kHeadHeight) / kRowHeight);
  for (int i = first; i <= last; ++i) {
    const ClassBar& row = m_rows[static_cast<std::size_t>(i)];
    const qreal top = kHeadHeight + i * kRowHeight;
    painter.setFont(uiFont(Type::table, QFont::Medium));
    painter.setPen(tokens().text);
    drawElided(painter, QRectF(0, top, nameWidth, kRowHeight), Qt::AlignLeft | Qt::AlignVCenter, row.name);
    const double share = m_largest > 0 ? double(sum(row.counts)) / double(m_largest) : 0;
    paintSplitBar(painter, QRectF(barLeft, top + (kRowHeight - kBarHeight) / 2, barWidth * share, kBarHeight),
                  row.counts);
    painter.setFont(uiFont(Type::table));
    for (int split = 0; split < 3; ++split) {
      const QRectF cell(figuresLeft + split * (figureWidth + kGap) + kGap, top, figureWidth, kRowHeight);
      painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, text(row.counts[static_cast<std::size_t>(split)]));
    }
  }
}

}  // namespace masu::ui
