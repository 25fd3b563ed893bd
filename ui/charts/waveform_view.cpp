#include "ui/charts/waveform_view.h"

#include <QFontMetricsF>
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

std::vector<Extent> extents(const std::vector<float>& values, double firstFrame, double framesPerColumn, int columns) {
  std::vector<Extent> out;
  out.reserve(static_cast<std::size_t>(std::max(0, columns)));
  const auto size = static_cast<double>(values.size());
  for (int column = 0; column < columns; ++column) {
    const double from = firstFrame + column * framesPerColumn;
    if (from >= size) break;
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(from)));
    // One frame more than the column's own, so that neighbouring columns join.
    const auto last = static_cast<std::size_t>(std::clamp(std::ceil(from + framesPerColumn) + 1, from + 1, size));
    Extent extent{INFINITY, -INFINITY};
    for (std::size_t i = first; i < last; ++i) {
      if (std::isnan(values[i])) continue;
      extent.low = std::min(extent.low, values[i]);
      extent.high = std::max(extent.high, values[i]);
    }
    out.push_back(extent.low <= extent.high ? extent : Extent{});
  }
  return out;
}

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
  const QRectF plot = plotRect(lane);
  const bool current = lane == m_current;
  const Lane& shown = m_lanes[static_cast<std::size_t>(lane)];
  if (m_arrangement == Arrangement::stack) {
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
  paintGutter(painter, lane);
  if (shown.missing) {
    painter.setFont(uiFont(Type::table));
    painter.setPen(tokens().bad);
    painter.drawText(plot, Qt::AlignCenter, tr("Could not be read"));
    return;
  }
  const qreal middle = std::floor(plot.center().y());
  drawHairline(painter, {plot.left(), middle}, {plot.right(), middle + 1}, tokens().line);
  if (!shown.values) {
    painter.fillRect(QRectF(plot.left(), middle - 4, plot.width(), 8), tokens().lineSoft);
    return;
  }
  const auto toX = [&](double frame) { return plot.left() + (frame - m_first) / m_shown * plot.width(); };
  if (static_cast<double>(shown.frames) < m_first + m_shown && shown.frames < shown.values->size()) {
    const qreal left = std::max(plot.left(), toX(static_cast<double>(shown.frames)));
    fillHatched(painter, QRectF(left, plot.top(), plot.right() - left, plot.height()), tokens().line);
  }
  for (const double mark : shown.windowMarks) {
    if (mark < m_first || mark > m_first + m_shown) continue;
    const qreal x = std::floor(toX(mark));
    drawHairline(painter, {x, plot.top()}, {x + 1, plot.bottom()}, tokens().line2);
  }
  paintSignal(painter, shown, plot);
}

void WaveformView::paintGutter(QPainter& painter, int lane) const {
  const QRectF rect = laneRect(lane);
  const Lane& shown = m_lanes[static_cast<std::size_t>(lane)];
  const bool stacked = m_arrangement == Arrangement::stack;
  const bool current = lane == m_current;
  qreal left = rect.left() + (stacked ? size::kLeft : 8);
  const qreal top = rect.top() + (stacked ? 22 : 8);
  const qreal right = stacked ? rect.left() + kGutter - 8 : rect.right() - 8;
  if (!shown.tag.isEmpty()) {
    painter.setFont(uiFont(Type::hint, QFont::DemiBold));
    const qreal tagWidth = std::clamp(QFontMetricsF(painter.font()).horizontalAdvance(shown.tag) + 10, 18.0, 64.0);
    const QRectF box(left, top + 1, tagWidth, 18);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(current ? tokens().tint2 : tokens().lineSoft);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(current ? tokens().accent : tokens().text2);
    drawElided(painter, box.adjusted(2, 0, -2, 0), Qt::AlignCenter, shown.tag);
    left += tagWidth + 8;
  }
  painter.setFont(uiFont(stacked ? Type::body : Type::table, QFont::Medium));
  painter.setPen(tokens().text);
  drawElided(painter, QRectF(left, top, right - left, 20), Qt::AlignLeft | Qt::AlignVCenter, shown.title);
  if (!stacked) return;
  qreal at = left;
  if (!shown.splitName.isEmpty()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(shown.splitColour);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawRoundedRect(QRectF(at, top + 28, 8, 8), 2, 2);
    painter.setFont(uiFont(Type::hint));
    painter.setPen(tokens().text2);
    at += 14;
    at += drawElided(painter, QRectF(at, top + 24, right - at, 16), Qt::AlignLeft | Qt::AlignVCenter, shown.splitName) +
          6;
  }
  painter.setFont(uiFont(Type::hint));
  painter.setPen(tokens().text3);
  if (right - at > 16) {
    drawElided(painter, QRectF(at, top + 24, right - at, 16), Qt::AlignLeft | Qt::AlignVCenter, shown.subtitle);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void WaveformView::paintSignal(QPainter& painter, const Lane& lane, const QRectF& plot) const {
  const qreal ratio = devicePixelRatioF();
  const int deviceColumns = static_cast<int>(plot.width() * ratio);
  if (deviceColumns <= 0) return;
  double half = m_amplitude.value_or(0);
  if (!m_amplitude) {
    for (const float value : *lane.values) half = std::max(half, std::isfinite(value) ? double(std::abs(value)) : 0);
  }
  if (half <= 0) half = 1;
  const double scale = (plot.height() / 2 - 2) / half;
  const auto toY = [&](double value) {
    return snapped(plot.center().y() - std::clamp(value * scale, -plot.height() / 2, plot.height() / 2), ratio);
  };
  painter.setPen(QPen(tokens().wave, 1 / ratio));
  const double perColumn = m_shown / deviceColumns;
  if (perColumn < 1) {
    QPolygonF line;
    const auto last = std::min(static_cast<double>(lane.frames), m_first + m_shown + 1);
    for (double frame = std::floor(m_first); frame < last; ++frame) {
      const double x = plot.left() + (frame - m_first) / m_shown * plot.width();
      line << QPointF(x, toY(static_cast<double>((*lane.values)[static_cast<std::size_t>(frame)])));
    }
    painter.save();
    painter.setClipRect(plot);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawPolyline(line);
    painter.restore();
    return;
  }
  std::vector<QLineF> lines;
  const auto columns = extents(*lane.values, m_first, perColumn, deviceColumns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (m_first + static_cast<double>(i) * perColumn >= static_cast<double>(lane.frames)) break;
    const qreal x = plot.left() + (static_cast<double>(i) + 0.5) / ratio;
    lines.emplace_back(x, toY(double(columns[i].high)), x, toY(double(columns[i].low)) + 1 / ratio);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
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
