#include "ui/charts/waveform_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/decimate.h"
#include "ui/charts/paint.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kLaneHeight = 86;
constexpr int kGutter = 164;
constexpr int kAxisHeight = 24;
constexpr int kGridCell = 200;
constexpr int kGridHeight = 112;
constexpr int kGridTitle = 28;
constexpr int kRightMargin = 16;
constexpr double kFewestFrames = 16;

}  // namespace

WaveformView::WaveformView(QWidget* parent) : QWidget(parent) {
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

int WaveformView::columns() const {
  return m_arrangement == Arrangement::stack ? 1 : std::max(1, (width() - size::kLeft) / kGridCell);
}

int WaveformView::capacity() const {
  const int height = m_arrangement == Arrangement::stack ? kLaneHeight : kGridHeight;
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
  if (rate == m_rate && frames == m_frames) return;
  m_rate = rate;
  m_frames = std::max(1.0, frames);
  fit();
}

void WaveformView::setAmplitude(std::optional<double> amplitude) {
  m_amplitude = amplitude;
  update();
}

void WaveformView::clampView() {
  m_shown = std::clamp(m_shown, std::min(kFewestFrames, m_frames), m_frames);
  m_first = std::clamp(m_first, 0.0, m_frames - m_shown);
  update();
}

void WaveformView::zoom(double factor, std::optional<double> atFrame) {
  const double at = atFrame.value_or(m_cursor.value_or(m_first + m_shown / 2));
  const double share = (at - m_first) / m_shown;
  m_shown = std::clamp(m_shown / factor, std::min(kFewestFrames, m_frames), m_frames);
  m_first = at - share * m_shown;
  clampView();
}

void WaveformView::scrollFrames(double frames) {
  m_first += frames;
  clampView();
}

void WaveformView::fit() {
  m_first = 0;
  m_shown = m_frames;
  clampView();
}

QRectF WaveformView::laneRect(int lane) const {
  if (m_arrangement == Arrangement::stack) return QRectF(0, lane * kLaneHeight, width(), kLaneHeight);
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
  return m_first + (position.x() - plot.left()) / plot.width() * m_shown;
}

void WaveformView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  for (int lane = 0; lane < static_cast<int>(m_lanes.size()); ++lane) paintLane(painter, lane);
  paintCursor(painter);
  if (m_arrangement == Arrangement::stack && !m_lanes.empty()) paintAxis(painter);
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
  const SignalSpan span{m_first, m_shown, m_amplitude};
  const SignalLanePainter signal(painter, m_lanes[static_cast<std::size_t>(lane)], span);
  const QRectF told = stacked ? QRectF(rect.left() + size::kLeft, rect.top() + 22, kGutter - size::kLeft - 8, 44)
                              : QRectF(rect.left() + 8, rect.top() + 8, rect.width() - 16, 20);
  signal.paintTexts(told, stacked, current);
  signal.paintPlot(plotRect(lane));
}

void WaveformView::paintCursor(QPainter& painter) const {
  if (!m_cursor || *m_cursor < m_first || *m_cursor > m_first + m_shown) return;
  for (int lane = 0; lane < static_cast<int>(m_lanes.size()); ++lane) {
    const QRectF plot = plotRect(lane);
    const qreal x = std::floor(plot.left() + (*m_cursor - m_first) / m_shown * plot.width());
    drawHairline(painter, {x, plot.top()}, {x + 1, plot.bottom() + 1}, tokens().bad);
    const Lane& shown = m_lanes[static_cast<std::size_t>(lane)];
    const auto frame = static_cast<std::size_t>(*m_cursor);
    if (!shown.values || frame >= std::min(shown.frames, shown.values->size())) continue;
    const auto value = static_cast<double>((*shown.values)[frame]);
    QString text = formatNumber(value, 4);
    if (value > 0) text.prepend(QLatin1Char('+'));
    painter.setFont(uiFont(Type::hint, QFont::Medium));
    painter.setPen(tokens().bad);
    const qreal width = figuresWidth(painter.font(), text);
    const bool left = x + 8 + width > plot.right();
    drawFigures(painter, QRectF(left ? x - 8 - width : x + 8, plot.top() + 2, width, 16),
                Qt::AlignLeft | Qt::AlignVCenter, text);
  }
}

QString WaveformView::axisText(double frame) const {
  if (m_rate <= 0) return formatCount(static_cast<std::uint64_t>(std::max(0.0, frame)));
  return formatNumber(frame / m_rate, m_shown / m_rate < 0.05 ? 5 : 4);
}

void WaveformView::paintAxis(QPainter& painter) const {
  const QRectF plot = plotRect(0);
  const qreal top = kLaneHeight * static_cast<qreal>(m_lanes.size());
  const double unit = m_rate > 0 ? m_rate : 1;
  painter.setFont(uiFont(Type::hint));
  bool first = true;
  for (const double tick :
       roundTicks(m_first / unit, (m_first + m_shown) / unit, std::max(2, int(plot.width() / 64)))) {
    const qreal x = std::floor(plot.left() + (tick * unit - m_first) / m_shown * plot.width());
    drawHairline(painter, {x, top}, {x + 1, top + 4}, tokens().line2);
    QString text = axisText(tick * unit);
    if (first && m_rate > 0) text += QStringLiteral(" s");
    painter.setPen(tokens().text2);
    const QRectF room = first ? QRectF(std::max(x - 4, plot.left()), top + 6, 80, 16) : QRectF(x - 40, top + 6, 80, 16);
    drawFigures(painter, room, (first ? Qt::AlignLeft : Qt::AlignHCenter) | Qt::AlignVCenter, text);
    first = false;
  }
  if (!m_cursor) return;
  const qreal x = plot.left() + (*m_cursor - m_first) / m_shown * plot.width();
  const QString frame = tr("frame %1").arg(formatCount(static_cast<std::uint64_t>(*m_cursor)));
  const QString text = m_rate > 0 ? formatSeconds(*m_cursor / m_rate, 4) + QStringLiteral(", ") + frame : frame;
  const qreal width = figuresWidth(painter.font(), text) + 12;
  const QRectF room(std::clamp(x - width / 2, plot.left(), plot.right() - width), top + 5, width, 18);
  painter.fillRect(room, tokens().surface);
  painter.setPen(tokens().bad);
  drawFigures(painter, room, Qt::AlignHCenter | Qt::AlignVCenter, text);
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
    scrollFrames(-across / 120.0 * m_shown / 10);
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
        scrollFrames(-m_shown / 10);
      }
      break;
    case Qt::Key_Right:
      if (m_arrangement == Arrangement::grid) {
        move(1);
      } else {
        scrollFrames(m_shown / 10);
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
