// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/recording_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/paint.h"
#include "ui/charts/signal/blocks_painter.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kGutter = 164;
constexpr int kBand = 28;
constexpr int kAxisHeight = 24;
constexpr int kRightMargin = 16;
constexpr int kMinLane = 14;
constexpr int kTallestLane = 160;
constexpr int kValueInside = 40;   ///< lanes lower than this show the value at the cursor beside them
constexpr int kValueFrom = 13;     ///< lanes lower than this show no value
constexpr double kMarkApart = 6;   ///< windows narrower than this have no line of their own
constexpr double kTextApart = 28;  ///< windows narrower than this show no class
constexpr double kWheelZoom = 1.25;

bool sharp(const SignalBlocks& blocks, const TimeAxis& axis, double perColumn) {
  const bool fine = blocks.block <= std::max(1.0, perColumn);
  return fine && blocks.covers(axis.first(), std::min(axis.first() + axis.shown(), axis.frames()));
}

}  // namespace

RecordingView::RecordingView(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Recording"));
}

void RecordingView::setRecording(const QString& title, double rate, double frames, const QStringList& channels) {
  m_title = title;
  m_channels = channels;
  m_axis.set(rate, frames);
  m_overview.reset();
  m_detail.reset();
  m_scales.clear();
  m_windows.clear();
  m_seen.reset();
  m_cursor.reset();
  m_dragged.reset();
  m_firstLane = std::clamp(m_firstLane, 0, std::max(0, static_cast<int>(m_channels.size()) - lanesShown()));
  setAccessibleDescription(title);
  changed();
}

void RecordingView::setOverview(std::shared_ptr<const SignalBlocks> overview) {
  m_overview = std::move(overview);
  m_scales.clear();
  for (std::size_t channel = 0; m_overview && channel < m_overview->low.size(); ++channel)
    m_scales.push_back(range(m_overview->channel(m_overview->firstChannel + channel)));
  update();
}

void RecordingView::setDetail(std::shared_ptr<const SignalBlocks> detail) {
  m_detail = std::move(detail);
  update();
}

void RecordingView::setWindows(std::vector<Window> windows, bool thinned) {
  m_windows = std::move(windows);
  m_thinned = thinned;
  update();
}

void RecordingView::setCurrentSample(std::optional<std::uint64_t> sample) {
  m_sample = sample;
  update();
}

void RecordingView::setReadings(std::vector<Reading> readings) {
  m_readings = std::move(readings);
  update();
}

void RecordingView::setSeen(std::shared_ptr<const SignalBlocks> seen) {
  m_seen = std::move(seen);
  update();
}

RecordingView::Reading RecordingView::readingOf(std::size_t channel) const {
  return channel < m_readings.size() ? m_readings[channel] : Reading{};
}

void RecordingView::changed() {
  update();
  Q_EMIT spanChanged();
}

void RecordingView::show(double first, double frames) {
  m_axis.show(first, frames);
  changed();
}

void RecordingView::zoom(double factor, std::optional<double> atFrame) {
  m_axis.zoom(factor, atFrame.value_or(m_cursor.value_or(m_axis.first() + m_axis.shown() / 2)));
  changed();
}

void RecordingView::scrollFrames(double frames) {
  m_axis.scroll(frames);
  changed();
}

void RecordingView::fit() {
  m_axis.fit();
  changed();
}

int RecordingView::laneHeight() const {
  const int room = height() - kBand - kAxisHeight;
  return std::clamp(room / std::max(1, static_cast<int>(m_channels.size())), kMinLane, kTallestLane);
}

int RecordingView::lanesShown() const {
  const int fitting = std::max(1, (height() - kBand - kAxisHeight) / laneHeight());
  return std::min(fitting, static_cast<int>(m_channels.size()));
}

void RecordingView::scrollLanes(int by) {
  m_firstLane = std::clamp(m_firstLane + by, 0, std::max(0, static_cast<int>(m_channels.size()) - lanesShown()));
  changed();
}

QRectF RecordingView::plotRect(int lane) const {
  return QRectF(kGutter, kBand + lane * laneHeight(), std::max(1, width() - kGutter - kRightMargin), laneHeight() - 1);
}

double RecordingView::framesPerColumn() const {
  return m_axis.shown() / std::max(1.0, plotRect(0).width() * devicePixelRatioF());
}

bool RecordingView::drawsLanes(const SignalBlocks& blocks) const {
  return blocks.holds(firstChannel()) && blocks.holds(firstChannel() + static_cast<std::size_t>(lanesShown()) - 1);
}

const SignalBlocks* RecordingView::blocks() const {
  const double perColumn = framesPerColumn();
  const SignalBlocks* detail = m_detail && drawsLanes(*m_detail) ? m_detail.get() : nullptr;
  if (detail != nullptr && sharp(*detail, m_axis, perColumn)) return detail;
  if (m_overview && sharp(*m_overview, m_axis, perColumn)) return m_overview.get();
  // Until finer blocks arrive: whatever covers the view.
  if (detail != nullptr && detail->covers(m_axis.first(), m_axis.first() + m_axis.shown())) return detail;
  return m_overview ? m_overview.get() : detail;
}

bool RecordingView::wantsDetail() const {
  const double perColumn = framesPerColumn();
  const bool fine = m_detail && drawsLanes(*m_detail) && sharp(*m_detail, m_axis, perColumn);
  return !fine && !(m_overview && sharp(*m_overview, m_axis, perColumn));
}

const RecordingView::Window* RecordingView::windowAt(double frame) const {
  // The last that begins before it, as the later of two that overlap is above.
  const auto after = std::ranges::upper_bound(m_windows, frame, {}, &Window::first);
  if (after == m_windows.begin()) return nullptr;
  const Window& window = *std::prev(after);
  return frame < window.first + window.frames ? &window : nullptr;
}

void RecordingView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int lanes = lanesShown();
  if (m_channels.isEmpty()) return;
  const QRectF plots(plotRect(0).topLeft(), plotRect(lanes - 1).bottomRight());
  paintWindows(painter, plots);
  for (int lane = 0; lane < lanes; ++lane) paintLane(painter, lane);
  paintBand(painter);
  paintCursor(painter);
  m_axis.paint(painter, plots, plots.bottom() + 1, m_cursor);
}

void RecordingView::paintBand(QPainter& painter) const {
  painter.setFont(uiFont(Type::table, QFont::DemiBold));
  painter.setPen(tokens().text);
  drawElided(painter, QRectF(size::kLeft, 0, kGutter - size::kLeft - 8, kBand), Qt::AlignLeft | Qt::AlignVCenter,
             m_title);
  const QRectF plot = plotRect(0);
  const QRectF band(plot.left(), 6, plot.width(), kBand - 12);
  painter.setFont(uiFont(Type::hint));
  for (const Window& window : m_windows) {
    const qreal left = std::max(band.left(), std::floor(m_axis.xOf(plot, window.first)));
    const qreal right = std::min(band.right(), std::floor(m_axis.xOf(plot, window.first + window.frames)));
    if (right < band.left() || left > band.right()) continue;
    const QRectF box(left, band.top(), std::max(1.0, right - left - (right - left > kMarkApart ? 1 : 0)),
                     band.height());
    painter.fillRect(box, m_sample == window.sample ? tokens().tint2 : window.background);
    painter.fillRect(QRectF(box.left(), box.bottom() - 3, box.width(), 3), window.colour);
    if (box.width() < kTextApart) continue;
    painter.setPen(tokens().text2);
    drawElided(painter, box.adjusted(4, 0, -4, -2), Qt::AlignLeft | Qt::AlignVCenter, window.text);
  }
  drawHairline(painter, {0, kBand - 1.0}, {double(width()), double(kBand)}, tokens().line);
}

void RecordingView::paintWindows(QPainter& painter, const QRectF& plots) const {
  for (const Window& window : m_windows) {
    const qreal left = std::floor(m_axis.xOf(plots, window.first));
    const qreal right = std::floor(m_axis.xOf(plots, window.first + window.frames));
    if (right < plots.left() || left > plots.right() || right - left < kMarkApart) continue;
    const qreal from = std::max(plots.left(), left);
    const QRectF box(from, plots.top(), std::min(plots.right(), right) - from, plots.height());
    if (m_sample == window.sample) painter.fillRect(box, tokens().tint);
    if (left >= plots.left() && !m_thinned)
      drawHairline(painter, {left, plots.top()}, {left + 1, plots.bottom()}, tokens().line2);
  }
}

void RecordingView::paintLane(QPainter& painter, int lane) const {
  const QRectF plot = plotRect(lane);
  const auto channel = static_cast<std::size_t>(m_firstLane + lane);
  if (plot.height() >= kValueFrom) {
    painter.setFont(uiFont(Type::hint, QFont::Medium));
    painter.setPen(tokens().text2);
    drawElided(painter, QRectF(size::kLeft, plot.top(), kGutter - size::kLeft - 8, plot.height()),
               Qt::AlignLeft | Qt::AlignVCenter, m_channels[static_cast<int>(channel)]);
  }
  if (laneHeight() >= 2 * kValueFrom)
    drawHairline(painter, {0, plot.bottom()}, {double(width()), plot.bottom() + 1}, tokens().lineSoft);
  paintSignal(painter, plot, channel);
}

void RecordingView::paintSignal(QPainter& painter, const QRectF& plot, std::size_t channel) const {
  const SignalBlocks* drawn = blocks();
  if (drawn == nullptr || !drawn->holds(channel)) {
    painter.fillRect(QRectF(plot.left(), plot.center().y() - 3, plot.width(), 6), tokens().lineSoft);
    return;
  }
  const Extent scale = channel < m_scales.size() ? m_scales[channel] : range(drawn->channel(channel));
  BlocksPainter(painter, m_axis.span(), tokens().wave).paint(plot, drawn->channel(channel), scale);
  if (!m_seen || !m_seen->holds(channel)) return;
  const Reading reading = readingOf(channel);
  const Extent extent{static_cast<float>(reading.shown(static_cast<double>(scale.low))),
                      static_cast<float>(reading.shown(static_cast<double>(scale.high)))};
  BlocksPainter(painter, m_axis.span(), tokens().accent).paint(plot, m_seen->channel(channel), extent);
}

/// What the network sees there, else what is drawn: a value, or the range of those that share the column.
QString RecordingView::readOutAt(double frame, std::size_t channel) const {
  const SignalBlocks* drawn = blocks();
  const bool seen = m_seen && m_seen->holds(channel) && frame >= m_seen->first && frame < m_seen->last();
  if (!seen && (drawn == nullptr || !drawn->holds(channel))) return {};
  const ChannelBlocks values = seen ? m_seen->channel(channel) : drawn->channel(channel);
  const Reading reading = seen ? Reading{} : readingOf(channel);
  Extent under{NAN, NAN};
  if (values.block > 1) {
    under = extents(values, frame, framesPerColumn(), 1).front();
  } else if (frame >= values.first && frame < values.last()) {
    under.low = under.high = values.low[static_cast<std::size_t>(std::floor(frame) - values.first)];
  }
  if (std::isnan(under.low)) return {};
  const double low = reading.shown(static_cast<double>(under.low));
  const QString text =
      values.block > 1
          ? tr("%1 to %2").arg(formatNumber(low, 4), formatNumber(reading.shown(static_cast<double>(under.high)), 4))
          : formatNumber(low, 5);
  return reading.unit.isEmpty() ? text : text + QLatin1Char(' ') + reading.unit;
}

void RecordingView::paintCursor(QPainter& painter) const {
  if (!m_cursor || !m_axis.shows(*m_cursor)) return;
  painter.setFont(uiFont(Type::hint, QFont::Medium));
  for (int lane = 0; lane < lanesShown(); ++lane) {
    const QRectF plot = plotRect(lane);
    const qreal x = std::floor(m_axis.xOf(plot, *m_cursor));
    drawHairline(painter, {x, plot.top()}, {x + 1, plot.bottom() + 1}, tokens().bad);
    if (plot.height() < kValueFrom) continue;
    const QString text = readOutAt(*m_cursor, static_cast<std::size_t>(m_firstLane + lane));
    if (text.isEmpty()) continue;
    const qreal width = figuresWidth(painter.font(), text);
    painter.setPen(tokens().bad);
    if (plot.height() < kValueInside) {
      // Over a low lane it would hide the signal.
      const QRectF gutter(plot.left() - 8 - width, plot.top(), width, plot.height());
      drawFigures(painter, gutter, Qt::AlignLeft | Qt::AlignVCenter, text);
      continue;
    }
    const bool left = x + 8 + width > plot.right();
    const QRectF inside(left ? x - 8 - width : x + 8, plot.top() + 2, width, 14);
    // Whole lanes are filled where much is shown at once.
    painter.fillRect(inside.adjusted(-4, 0, 4, 0), tokens().surface);
    drawFigures(painter, inside, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
}

void RecordingView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  scrollLanes(0);
}

void RecordingView::mouseMoveEvent(QMouseEvent* event) {
  const QRectF plot = plotRect(0);
  const qreal x = event->position().x();
  if (m_dragged) {
    const double by = *m_dragged - m_axis.frameAt(plot, x);
    if (std::abs(by) / m_axis.shown() * plot.width() >= 2) m_moved = true;
    if (m_moved) scrollFrames(by);
    return;
  }
  const bool inside = x >= plot.left() && x < plot.right();
  const auto frame = inside ? std::optional(m_axis.frameAt(plot, x)) : std::nullopt;
  if (frame == m_cursor) return;
  m_cursor = frame;
  update();
}

void RecordingView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || event->position().x() < kGutter) return;
  m_dragged = m_axis.frameAt(plotRect(0), event->position().x());
  m_moved = false;
}

void RecordingView::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_dragged || event->button() != Qt::LeftButton) return;
  const double at = *m_dragged;
  m_dragged.reset();
  if (m_moved) return;
  if (const Window* window = windowAt(at)) {
    setCurrentSample(window->sample);
    Q_EMIT sampleChosen(window->sample);
  }
}

void RecordingView::wheelEvent(QWheelEvent* event) {
  const int turned = event->angleDelta().y();
  if (event->modifiers().testFlag(Qt::ShiftModifier) || turned == 0) {
    const int across = turned != 0 ? turned : event->angleDelta().x();
    scrollFrames(-across / 120.0 * m_axis.shown() / 10);
  } else if (event->position().x() < kGutter) {
    scrollLanes(turned > 0 ? -1 : 1);
  } else {
    zoom(std::pow(kWheelZoom, turned / 120.0), m_axis.frameAt(plotRect(0), event->position().x()));
  }
  event->accept();
}

void RecordingView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  m_cursor.reset();
  update();
}

void RecordingView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return scrollFrames(-m_axis.shown() / 10);
    case Qt::Key_Right:
      return scrollFrames(m_axis.shown() / 10);
    case Qt::Key_Home:
      return scrollFrames(-m_axis.frames());
    case Qt::Key_End:
      return scrollFrames(m_axis.frames());
    case Qt::Key_Up:
      return scrollLanes(-1);
    case Qt::Key_Down:
      return scrollLanes(1);
    case Qt::Key_PageUp:
      Q_EMIT turned(-1);
      return;
    case Qt::Key_PageDown:
      Q_EMIT turned(1);
      return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(kWheelZoom);
    case Qt::Key_Minus:
      return zoom(1 / kWheelZoom);
    case Qt::Key_F:
      return fit();
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace masu::ui
