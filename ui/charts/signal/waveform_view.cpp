// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/waveform_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/paint.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kLaneHeight = 86;
constexpr int kMinLane = 20;
constexpr int kHighestLane = 129;
constexpr int kTwoLines = 48;  ///< lanes lower than this show one line
constexpr int kGutter = 164;
constexpr int kAxisHeight = 24;
constexpr int kGridCell = 200;
constexpr int kGridHeight = 112;
constexpr int kGridTitle = 28;
constexpr int kRightMargin = 16;

}  // namespace

WaveformView::WaveformView(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Signals"));
}

void WaveformView::setArrangement(Arrangement arrangement) {
  if (arrangement == m_arrangement) return;
  m_arrangement = arrangement;
  update();
  Q_EMIT capacityChanged();
}

void WaveformView::setLanesTogether(int lanes) {
  if (lanes == m_together) return;
  m_together = std::max(1, lanes);
  update();
  Q_EMIT capacityChanged();
}

int WaveformView::laneHeight() const {
  // As many samples as have about the usual height, so that no room is left over below them.
  const int room = height() - kAxisHeight;
  const double samples = std::max(1.0, std::round(static_cast<double>(room) / (m_together * kLaneHeight)));
  return std::clamp(room / (static_cast<int>(samples) * m_together), kMinLane, kHighestLane);
}

int WaveformView::columns() const {
  return m_arrangement == Arrangement::stack ? 1 : std::max(1, (width() - size::kLeft) / kGridCell);
}

int WaveformView::capacity() const {
  const int height = m_arrangement == Arrangement::stack ? laneHeight() : kGridHeight;
  return std::max(1, (this->height() - kAxisHeight) / height) * columns();
}

void WaveformView::setLanes(std::vector<Lane> lanes) {
  m_lanes = std::move(lanes);
  if (m_current >= static_cast<int>(m_lanes.size())) m_current = static_cast<int>(m_lanes.size()) - 1;
  update();
}

void WaveformView::setCurrent(int lane) {
  if (lane == m_current) return;
  m_current = lane;
  if (lane >= 0 && lane < static_cast<int>(m_lanes.size())) {
    setAccessibleDescription(m_lanes[static_cast<std::size_t>(lane)].title);
  }
  update();
}

void WaveformView::setAxis(double rate, double frames) {
  if (rate == m_axis.rate() && std::max(1.0, frames) == m_axis.frames()) return;
  m_axis.set(rate, frames);
  update();
}

void WaveformView::zoom(double factor, std::optional<double> atFrame) {
  m_axis.zoom(factor, atFrame.value_or(m_cursor.value_or(m_axis.first() + m_axis.shown() / 2)));
  update();
}

void WaveformView::scrollFrames(double frames) {
  m_axis.scroll(frames);
  update();
}

void WaveformView::fit() {
  m_axis.fit();
  update();
}

QRectF WaveformView::laneRect(int lane) const {
  if (m_arrangement == Arrangement::stack) return QRectF(0, lane * laneHeight(), width(), laneHeight());
  const int across = columns();
  const qreal cell = (width() - size::kLeft - kRightMargin) / qreal(across);
  return {std::round(size::kLeft + (lane % across) * cell), qreal(lane / across) * kGridHeight, std::floor(cell) - 8,
          kGridHeight};
}

QRectF WaveformView::plotRect(int lane) const {
  const QRectF rect = laneRect(lane);
  if (m_arrangement == Arrangement::stack) return rect.adjusted(kGutter, 0, -kRightMargin, -1);
  return rect.adjusted(8, kGridTitle, -8, -8);
}

int WaveformView::laneAt(QPointF position) const {
  for (int lane = 0; lane < static_cast<int>(m_lanes.size()); ++lane) {
    if (laneRect(lane).contains(position)) return lane;
  }
  return -1;
}

std::optional<double> WaveformView::frameAt(QPointF position) const {
  const int lane = laneAt(position);
  if (lane < 0) return std::nullopt;
  const QRectF plot = plotRect(lane);
  if (position.x() < plot.left() || position.x() >= plot.right()) return std::nullopt;
  return m_axis.frameAt(plot, position.x());
}

void WaveformView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  for (int lane = 0; lane < static_cast<int>(m_lanes.size()); ++lane) paintLane(painter, lane);
  paintCursor(painter);
  if (m_arrangement == Arrangement::grid || m_lanes.empty()) return;
  m_axis.paint(painter, plotRect(0), laneHeight() * static_cast<qreal>(m_lanes.size()), m_cursor);
}

void WaveformView::paintLane(QPainter& painter, int lane) const {
  const QRectF rect = laneRect(lane);
  const bool current = lane == m_current;
  const bool stacked = m_arrangement == Arrangement::stack;
  if (stacked) {
    if (current) painter.fillRect(rect, tokens().tint);
    drawHairline(painter, {rect.left(), rect.bottom() - 1}, {rect.right(), rect.bottom()}, tokens().line);
    if (current && hasFocus()) painter.fillRect(QRectF(0, rect.top(), 2, rect.height() - 1), tokens().accent);
  } else {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(current ? tokens().accent : tokens().line, current ? 2 : 1));
    painter.setBrush(current ? tokens().tint : tokens().surface);
    painter.drawRoundedRect(rect.adjusted(1, 5, -1, -3), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
  }
  const SignalLanePainter signal(painter, m_lanes[static_cast<std::size_t>(lane)], m_axis.span());
  const bool twoLines = stacked && rect.height() >= kTwoLines;
  const qreal lines = twoLines ? 44 : 20;
  const QRectF textRect = stacked
                              ? QRectF(rect.left() + size::kLeft, std::floor(rect.top() + (rect.height() - lines) / 2),
                                       kGutter - size::kLeft - 8, lines)
                              : QRectF(rect.left() + 8, rect.top() + 8, rect.width() - 16, 20);
  signal.paintTexts(textRect, twoLines, current);
  signal.paintPlot(plotRect(lane));
}

void WaveformView::paintCursor(QPainter& painter) const {
  if (!m_cursor || !m_axis.shows(*m_cursor)) return;
  for (int lane = 0; lane < static_cast<int>(m_lanes.size()); ++lane) {
    const QRectF plot = plotRect(lane);
    const qreal x = std::floor(m_axis.xOf(plot, *m_cursor));
    drawHairline(painter, {x, plot.top()}, {x + 1, plot.bottom() + 1}, tokens().bad);
    const Lane& shown = m_lanes[static_cast<std::size_t>(lane)];
    const auto frame = static_cast<std::size_t>(*m_cursor);
    if (!shown.values || frame >= std::min(shown.frames, shown.values->size())) continue;
    const auto value = static_cast<double>((*shown.values)[frame]);
    QString text = formatNumber(value, 4);
    if (value > 0) text.prepend(QLatin1Char('+'));
    if (!shown.unit.isEmpty()) text += QLatin1Char(' ') + shown.unit;
    painter.setFont(uiFont(Type::hint, QFont::Medium));
    painter.setPen(tokens().bad);
    const qreal width = figuresWidth(painter.font(), text);
    const bool left = x + 8 + width > plot.right();
    const QRectF room(left ? x - 8 - width : x + 8, plot.top() + 2, width, 16);
    // A signal beneath would make the figures unreadable.
    painter.fillRect(room.adjusted(-3, 0, 3, 0), lane == m_current ? tokens().tint : tokens().surface);
    drawFigures(painter, room, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
}

void WaveformView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  Q_EMIT capacityChanged();
}

void WaveformView::mouseMoveEvent(QMouseEvent* event) {
  const auto frame = frameAt(event->position());
  if (frame == m_cursor) return;
  m_cursor = frame;
  update();
  Q_EMIT cursorMoved(frame);
}

void WaveformView::choose(int lane) {
  setCurrent(lane);
  Q_EMIT currentChanged(lane);
}

void WaveformView::mousePressEvent(QMouseEvent* event) {
  const int lane = laneAt(event->position());
  if (lane >= 0 && event->button() == Qt::LeftButton) choose(lane);
}

void WaveformView::wheelEvent(QWheelEvent* event) {
  const int turned = event->angleDelta().y();
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    zoom(turned > 0 ? 1.25 : 0.8, frameAt(event->position()));
  } else if (event->modifiers().testFlag(Qt::ShiftModifier) || turned == 0) {
    const int across = turned != 0 ? turned : event->angleDelta().x();
    scrollFrames(-across / 120.0 * m_axis.shown() / 10);
  } else {
    Q_EMIT scrollRequested(turned > 0 ? -columns() : columns());
  }
  event->accept();
}

void WaveformView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  m_cursor.reset();
  update();
  Q_EMIT cursorMoved(std::nullopt);
}

void WaveformView::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(m_lanes.size()) - 1;
  const auto move = [&](int by) {
    const int wanted = m_current + by;
    if (wanted < 0 || wanted > last) {
      Q_EMIT scrollRequested(by);
    } else {
      choose(wanted);
    }
  };
  switch (event->key()) {
    case Qt::Key_Up:
      move(-columns());
      break;
    case Qt::Key_Down:
      move(columns());
      break;
    case Qt::Key_PageUp:
      Q_EMIT scrollRequested(-capacity());
      break;
    case Qt::Key_PageDown:
      Q_EMIT scrollRequested(capacity());
      break;
    case Qt::Key_Left:
      if (m_arrangement == Arrangement::grid) {
        move(-1);
      } else {
        scrollFrames(-m_axis.shown() / 10);
      }
      break;
    case Qt::Key_Right:
      if (m_arrangement == Arrangement::grid) {
        move(1);
      } else {
        scrollFrames(m_axis.shown() / 10);
      }
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(1.25);
      break;
    case Qt::Key_Minus:
      zoom(0.8);
      break;
    case Qt::Key_F:
      fit();
      break;
    default:
      QWidget::keyPressEvent(event);
      return;
  }
}

}  // namespace masu::ui
