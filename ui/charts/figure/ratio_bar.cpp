// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/ratio_bar.h"

#include <QAccessible>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/paint.h"
#include "ui/text/format.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kTop = 4;
constexpr int kBarHeight = 36;
constexpr int kHandleWidth = 8;
constexpr int kGrabWidth = 16;
constexpr int kCaptionTop = kTop + kBarHeight + 8;
constexpr int kLine = 16;
constexpr int kHeight = kCaptionTop + 2 * kLine;
constexpr int kPerMille = 1000;

std::array<int, 3> perMille(const RatioBar::Ratios& ratios) {
  const int first = static_cast<int>(std::lround(ratios[0] * kPerMille));
  const int second = static_cast<int>(std::lround(ratios[1] * kPerMille));
  return {first, second, kPerMille - first - second};
}

}  // namespace

RatioBar::RatioBar(QWidget* parent) : QWidget(parent) {
  // Before assistive tools learn of the widget: they keep the first interface they get.
  installRatioBarAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Shares of train, validation and test"));
}

void RatioBar::setRatios(const Ratios& ratios) {
  const double sum = ratios[0] + ratios[1] + ratios[2];
  if (!(sum > 0)) return;
  Ratios normalised = ratios;
  for (double& ratio : normalised) ratio = std::clamp(ratio / sum, 0.0, 1.0);
  const auto units = perMille(normalised);
  for (std::size_t i = 0; i < 3; ++i) m_ratios[i] = units[i] / double(kPerMille);
  update();
}

void RatioBar::setCounts(const Counts& counts) {
  m_counts = counts;
  update();
}

void RatioBar::setReadOnly(bool readOnly) {
  m_readOnly = readOnly;
  setFocusPolicy(readOnly ? Qt::NoFocus : Qt::StrongFocus);
  update();
}

int RatioBar::handleValue(int handle) const {
  const auto units = perMille(m_ratios);
  return handle == 0 ? units[0] : units[0] + units[1];
}

void RatioBar::setHandleValue(int handle, int value) {
  if (m_readOnly) return;
  const int low = handle == 0 ? 0 : handleValue(0);
  const int high = handle == 0 ? handleValue(1) : kPerMille;
  value = std::clamp(value, low, high);
  if (value == handleValue(handle)) return;
  const int first = handle == 0 ? value : handleValue(0);
  const int second = handle == 1 ? value : handleValue(1);
  m_ratios = {first / double(kPerMille), (second - first) / double(kPerMille),
              (kPerMille - second) / double(kPerMille)};
  update();
  QAccessibleValueChangeEvent changed(this, value / 10.0);
  changed.setChild(handle);
  QAccessible::updateAccessibility(&changed);
  Q_EMIT ratiosMoved(m_ratios);
}

QString RatioBar::handleName(int handle) {
  return handle == 0 ? tr("Border of train and validation") : tr("Border of validation and test");
}

QSize RatioBar::sizeHint() const {
  return {640, kHeight};
}
QSize RatioBar::minimumSizeHint() const {
  return {240, kHeight};
}

qreal RatioBar::usableWidth() const {
  const double all = double(m_counts[0]) + double(m_counts[1]) + double(m_counts[2]) + double(m_counts[3]);
  const double unused = all > 0 ? double(m_counts[3]) / all : 0;
  return width() * (1 - unused);
}

qreal RatioBar::handleX(int handle) const {
  return snapped(handleValue(handle) / double(kPerMille) * usableWidth(), devicePixelRatioF());
}

QRect RatioBar::handleRect(int handle) const {
  const int left = static_cast<int>(std::lround(handleX(handle))) - kHandleWidth / 2;
  return {std::clamp(left, 0, std::max(0, width() - kHandleWidth)), 0, kHandleWidth, kBarHeight + 2 * kTop};
}

int RatioBar::handleAt(QPoint position) const {
  if (m_readOnly || position.y() > kBarHeight + 2 * kTop) return -1;
  int best = -1;
  int bestDistance = kGrabWidth / 2 + 1;
  for (int handle = 0; handle < kHandles; ++handle) {
    const int distance = std::abs(position.x() - handleRect(handle).center().x());
    // Two handles on one spot: the one that can still move to where the pointer leans.
    const bool nearer = distance < bestDistance ||
                        (distance == bestDistance && best >= 0 && position.x() > handleRect(handle).center().x());
    if (nearer) {
      best = handle;
      bestDistance = distance;
    }
  }
  return best;
}

QRectF RatioBar::segmentRect(int segment) const {
  const std::array<qreal, 5> edges = {0, handleX(0), handleX(1), usableWidth(), qreal(width())};
  constexpr qreal kGap = 2;
  const auto at = static_cast<std::size_t>(segment);
  const qreal left = edges[at] + (segment == 0 ? 0 : kGap);
  const qreal right = edges[at + 1] - (edges[at + 1] >= width() ? 0 : kGap);
  return {left, kTop, std::max(0.0, right - left), kBarHeight};
}

int RatioBar::splitAt(QPoint position) const {
  for (int segment = 0; segment < 4; ++segment) {
    if (segmentRect(segment).contains(position)) return segment;
  }
  return -1;
}

void RatioBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintSegments(painter);
  paintCaptions(painter);
  if (!m_readOnly) paintHandles(painter);
}

void RatioBar::paintSegments(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  for (int segment = 0; segment < 4; ++segment) {
    const QRectF rect = segmentRect(segment);
    if (rect.width() <= 0) continue;
    const QColor colour = splitColour(segment);
    if (segment == 3) {
      painter.fillRect(rect, tokens().sunken);
      fillHatched(painter, rect, colour);
      continue;
    }
    painter.setBrush(colour);
    painter.drawRoundedRect(rect, 2, 2);
  }
}

void RatioBar::paintHandles(QPainter& painter) const {
  for (int handle = 0; handle < kHandles; ++handle) {
    const bool active = handle == m_current && (hasFocus() || m_dragging);
    const qreal border = active ? 2 : 1;
    const QRectF rect = QRectF(handleRect(handle)).adjusted(border / 2, border / 2, -border / 2, -border / 2);
    painter.setPen(QPen(active ? tokens().accent : tokens().edge, border));
    painter.setBrush(tokens().surface);
    painter.drawRoundedRect(rect, 3, 3);
  }
}

void RatioBar::paintCaptions(QPainter& painter) const {
  const double all = double(m_counts[0]) + double(m_counts[1]) + double(m_counts[2]) + double(m_counts[3]);
  std::array<QString, 4> names;
  std::array<QString, 4> figures;
  std::array<qreal, 4> widths = {};
  std::array<qreal, 4> lefts = {};
  const QFont nameFont = uiFont(Type::table, QFont::DemiBold);
  const QFont figureFont = uiFont(Type::table);
  const int shown = m_counts[3] > 0 ? 4 : 3;
  for (int i = 0; i < shown; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double share = all > 0 ? double(m_counts[at]) / all : (i < 3 ? m_ratios[at] : 0);
    names[at] = splitTitle(i);
    figures[at] =
        all > 0 ? tr("%1, %2").arg(formatPercent(share, 1), formatCount(m_counts[at])) : formatPercent(share, 1);
    widths[at] = std::max(QFontMetricsF(nameFont).horizontalAdvance(names[at]),
                          QFontMetricsF(figureFont).horizontalAdvance(figures[at]));
    lefts[at] = segmentRect(i).left() + (i == 0 ? 0 : 4);
  }
  constexpr qreal kApart = 16;
  qreal limit = width();
  for (int i = shown - 1; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i);
    lefts[at] = std::max(0.0, std::min(lefts[at], limit - widths[at]));
    limit = lefts[at] - kApart;
  }
  for (int i = 0; i < shown; ++i) {
    const auto at = static_cast<std::size_t>(i);
    painter.setFont(nameFont);
    painter.setPen(tokens().text);
    painter.drawText(QRectF(lefts[at], kCaptionTop, widths[at] + 1, kLine), Qt::AlignLeft | Qt::AlignVCenter,
                     names[at]);
    painter.setFont(figureFont);
    painter.setPen(tokens().text2);
    painter.drawText(QRectF(lefts[at], kCaptionTop + kLine, widths[at] + 1, kLine), Qt::AlignLeft | Qt::AlignVCenter,
                     figures[at]);
  }
}

void RatioBar::mousePressEvent(QMouseEvent* event) {
  const int handle = event->button() == Qt::LeftButton ? handleAt(event->pos()) : -1;
  if (handle < 0) {
    QWidget::mousePressEvent(event);
    return;
  }
  m_current = handle;
  m_dragging = true;
  m_grabOffset = event->pos().x() - static_cast<int>(std::lround(handleX(handle)));
  update();
}

void RatioBar::mouseMoveEvent(QMouseEvent* event) {
  if (!m_dragging) {
    if (handleAt(event->pos()) >= 0) {
      setCursor(Qt::SplitHCursor);
    } else {
      unsetCursor();
    }
    return;
  }
  const qreal usable = std::max(1.0, usableWidth());
  setHandleValue(m_current, static_cast<int>(std::lround((event->pos().x() - m_grabOffset) / usable * kPerMille)));
}

void RatioBar::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_dragging || event->button() != Qt::LeftButton) return;
  m_dragging = false;
  update();
  Q_EMIT ratiosCommitted(m_ratios);
}

void RatioBar::keyPressEvent(QKeyEvent* event) {
  const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 1 : 10;
  const int before = handleValue(m_current);
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
      setHandleValue(m_current, before - step);
      break;
    case Qt::Key_Right:
    case Qt::Key_Up:
      setHandleValue(m_current, before + step);
      break;
    case Qt::Key_Home:
      setHandleValue(m_current, 0);
      break;
    case Qt::Key_End:
      setHandleValue(m_current, kPerMille);
      break;
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  if (handleValue(m_current) != before) Q_EMIT ratiosCommitted(m_ratios);
}

void RatioBar::focusInEvent(QFocusEvent* event) {
  if (event->reason() == Qt::TabFocusReason) m_current = 0;
  if (event->reason() == Qt::BacktabFocusReason) m_current = kHandles - 1;
  QWidget::focusInEvent(event);
  update();
}

bool RatioBar::focusNextPrevChild(bool next) {
  const int wanted = m_current + (next ? 1 : -1);
  if (m_readOnly || wanted < 0 || wanted >= kHandles) return QWidget::focusNextPrevChild(next);
  m_current = wanted;
  update();
  return true;
}

}  // namespace masu::ui
