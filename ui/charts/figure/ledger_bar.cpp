// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/ledger_bar.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/charts/paint/paint.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kWideBar = 44;
constexpr int kThinBar = 12;
constexpr int kBracketTop = 49;
constexpr int kWideHeight = 76;

/// Ink that reads on a fill.
QColor inkOn(const QColor& fill) {
  return fill.lightnessF() < 0.6F ? QColor(Qt::white) : QColor(0x22, 0x22, 0x1F);
}

}  // namespace

LedgerBar::LedgerBar(Form form, QWidget* parent) : QWidget(parent), m_form(form) {
  exposeAsChart(*this);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LedgerBar::setAccount(Account account) {
  m_account = std::move(account);
  QStringList descriptions;
  for (const Segment& segment : m_account.segments) descriptions << segment.name + QLatin1Char(' ') + segment.amount;
  setAccessibleDescription(descriptions.join(QLatin1String(", ")));
  m_highlighted = -1;
  update();
}

void LedgerBar::setHighlighted(int segment) {
  if (segment == m_highlighted) return;
  m_highlighted = segment;
  update();
}

QSize LedgerBar::sizeHint() const {
  return {480, m_form == Form::wide ? kWideHeight : kThinBar};
}
QSize LedgerBar::minimumSizeHint() const {
  return {120, sizeHint().height()};
}

double LedgerBar::scale() const {
  double total = 0;
  for (const Segment& segment : m_account.segments) total += segment.bytes;
  const double full = std::max(total, m_account.capacity);
  return full > 0 ? (width() - (m_form == Form::wide ? 2 : 0)) / full : 0;
}

QRectF LedgerBar::segmentRect(int wanted) const {
  const double perByte = scale();
  const qreal ratio = devicePixelRatioF();
  const qreal inset = m_form == Form::wide ? 1 : 0;
  const qreal height = m_form == Form::wide ? kWideBar - 2 : kThinBar;
  // Small items keep a pixel of their own; what they push along is less than a pixel each.
  qreal left = inset;
  double before = 0;
  for (int i = 0; i < static_cast<int>(m_account.segments.size()); ++i) {
    before += m_account.segments[static_cast<std::size_t>(i)].bytes;
    const qreal right = std::max(left + 1, snapped(inset + before * perByte, ratio));
    if (i == wanted) return {left, inset, right - left, height};
    left = right;
  }
  return {};
}

void LedgerBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (m_form == Form::wide) {
    painter.fillRect(QRectF(0, 0, width(), kWideBar), tokens().line2);
    painter.fillRect(QRectF(1, 1, width() - 2, kWideBar - 2), tokens().sunken);
  } else {
    painter.fillRect(rect(), tokens().line);
  }
  paintFree(painter);
  paintSegments(painter);
  if (m_form == Form::wide) paintGroups(painter);
}

void LedgerBar::paintFree(QPainter& painter) const {
  const double perByte = scale();
  const qreal height = m_form == Form::wide ? kWideBar - 2 : kThinBar;
  const qreal inset = m_form == Form::wide ? 1 : 0;
  const qreal end = inset + m_account.capacity * perByte;
  const qreal used =
      m_account.segments.empty() ? inset : segmentRect(static_cast<int>(m_account.segments.size()) - 1).right();
  if (m_account.reserve > 0) {
    const qreal width = m_account.reserve * perByte;
    fillHatched(painter, QRectF(end - width, inset, width, height), tokens().line2);
  }
  if (used > end + 0.5) drawHairline(painter, {end, 0}, {end + 2, inset + height + 1}, tokens().bad);
  if (m_form == Form::thin) return;
  const QRectF room(used + 12, inset, end - m_account.reserve * perByte - used - 16, height);
  painter.setFont(uiFont(Type::table));
  if (QFontMetricsF(painter.font()).horizontalAdvance(m_account.freeText) > room.width()) return;
  painter.setPen(tokens().text2);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, m_account.freeText);
}

void LedgerBar::paintSegments(QPainter& painter) const {
  painter.setFont(uiFont(Type::table, QFont::Medium));
  const QFontMetricsF metrics(painter.font());
  for (int i = 0; i < static_cast<int>(m_account.segments.size()); ++i) {
    const Segment& segment = m_account.segments[static_cast<std::size_t>(i)];
    QRectF rect = segmentRect(i);
    if (rect.width() > 2 && m_form == Form::wide) rect.setRight(rect.right() - 1);
    const bool faded = m_highlighted >= 0 && m_highlighted != i;
    painter.setOpacity(faded ? 0.45 : 1);
    painter.fillRect(rect, segment.colour);
    if (m_form == Form::wide) {
      const QRectF inner = rect.adjusted(10, 0, -6, 0);
      const QString full = segment.name + QLatin1Char(' ') + segment.amount;
      const QString text = metrics.horizontalAdvance(full) <= inner.width()           ? full
                           : metrics.horizontalAdvance(segment.name) <= inner.width() ? segment.name
                                                                                      : QString();
      painter.setPen(inkOn(segment.colour));
      painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, text);
    }
  }
  painter.setOpacity(1);
}

void LedgerBar::paintGroups(QPainter& painter) const {
  const QFont nameFont = uiFont(Type::table, QFont::Medium);
  const QFont amountFont = uiFont(Type::table);
  const qreal reserveWidth = QFontMetricsF(amountFont).horizontalAdvance(m_account.reserveText);
  qreal limit = width() - (m_account.reserve > 0 ? reserveWidth + 12 : 0);
  if (m_account.reserve > 0) {
    painter.setFont(amountFont);
    painter.setPen(tokens().text2);
    painter.drawText(QRectF(0, kBracketTop + 7, width(), 16), Qt::AlignRight | Qt::AlignVCenter, m_account.reserveText);
  }
  qreal free = 0;
  for (const auto& [name, amount] : m_account.groups) {
    qreal left = width();
    qreal right = 0;
    for (int i = 0; i < static_cast<int>(m_account.segments.size()); ++i) {
      if (m_account.segments[static_cast<std::size_t>(i)].group != name) continue;
      left = std::min(left, segmentRect(i).left());
      right = std::max(right, segmentRect(i).right() - 1);
    }
    if (right <= left) continue;
    const QColor edge = tokens().edge;
    drawHairline(painter, {left, kBracketTop}, {right, kBracketTop + 1.0}, edge);
    drawHairline(painter, {left, kBracketTop}, {left + 1, kBracketTop + 4.0}, edge);
    drawHairline(painter, {right - 1, kBracketTop}, {right, kBracketTop + 4.0}, edge);
    const qreal nameWidth = QFontMetricsF(nameFont).horizontalAdvance(name);
    const qreal amountWidth = QFontMetricsF(amountFont).horizontalAdvance(amount);
    const qreal at = std::max(left - 1, free);
    if (at + nameWidth > limit) continue;
    painter.setFont(nameFont);
    painter.setPen(tokens().text);
    painter.drawText(QRectF(at, kBracketTop + 7, nameWidth + 1, 16), Qt::AlignLeft | Qt::AlignVCenter, name);
    free = at + nameWidth + 16;
    if (at + nameWidth + 6 + amountWidth > limit) continue;
    painter.setFont(amountFont);
    painter.setPen(tokens().text2);
    painter.drawText(QRectF(at + nameWidth + 6, kBracketTop + 7, amountWidth + 1, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     amount);
    free += 6 + amountWidth;
  }
}

int LedgerBar::segmentAt(QPointF position) const {
  for (int i = 0; i < static_cast<int>(m_account.segments.size()); ++i) {
    if (segmentRect(i).contains(position)) return i;
  }
  return -1;
}

void LedgerBar::mouseMoveEvent(QMouseEvent* event) {
  const int segment = segmentAt(event->position());
  if (segment == m_highlighted) return;
  setHighlighted(segment);
  setToolTip(segment < 0 ? QString()
                         : m_account.segments[static_cast<std::size_t>(segment)].name + QLatin1Char(' ') +
                               m_account.segments[static_cast<std::size_t>(segment)].amount);
  Q_EMIT segmentHovered(segment);
}

void LedgerBar::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  setHighlighted(-1);
  Q_EMIT segmentHovered(-1);
}

}  // namespace masu::ui
