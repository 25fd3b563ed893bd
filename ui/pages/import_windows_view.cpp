#include "ui/pages/import_windows_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/blocks_painter.h"
#include "ui/charts/paint.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

constexpr int kBracket = 16;
constexpr int kBracketStep = 18;
constexpr int kAxis = 24;
constexpr int kMostRows = 3;
constexpr std::uint64_t kMostBrackets = 400;  // More would be narrower than a pixel each.

/// A step of 1, 2 or 5 times a power of ten that gives about `wanted` ticks.
double tickStep(double span, double wanted) {
  const double raw = span / wanted;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= raw) return factor * power;
  return 10 * power;
}

}  // namespace

ImportWindowsView::ImportWindowsView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMinimumHeight(120);
  setAccessibleName(tr("Windows of the recording"));
}

void ImportWindowsView::setRecording(Recording recording) {
  m_recording = std::move(recording);
  m_chosen = std::clamp(m_chosen, 0, std::max(0, static_cast<int>(m_recording.windows) - 1));
  update();
}

void ImportWindowsView::setChosen(int window) {
  const int last = std::max(0, static_cast<int>(m_recording.windows) - 1);
  window = std::clamp(window, 0, last);
  if (window == m_chosen) return;
  m_chosen = window;
  update();
  Q_EMIT chosenChanged(window);
}

int ImportWindowsView::rows() const {
  if (m_recording.hop <= 0 || m_recording.hop >= m_recording.window) return 1;
  return std::min(kMostRows, static_cast<int>(std::ceil(m_recording.window / m_recording.hop)));
}

double ImportWindowsView::axisFrames() const {
  const double windows = static_cast<double>(m_recording.windows);
  const double end = windows > 0 ? (windows - 1) * m_recording.hop + m_recording.window : 0;
  return std::max({1.0, m_recording.frames, end});
}

QRectF ImportWindowsView::plot() const {
  const double top = rows() * kBracketStep + 2;
  return {0, top, static_cast<double>(width()), std::max(20.0, height() - top - kAxis)};
}

double ImportWindowsView::xOf(double frame) const {
  return frame / axisFrames() * (width() - 1);
}

void ImportWindowsView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (m_recording.frames <= 0) return;
  const Tokens& t = tokens();
  const QRectF area = plot();
  painter.fillRect(QRectF(0, area.top(), width(), 1), t.line);
  if (m_recording.windows > 0) {
    const double begin = xOf(m_chosen * m_recording.hop);
    const double end = xOf(m_chosen * m_recording.hop + m_recording.window);
    painter.fillRect(QRectF(begin, area.top(), end - begin, area.height()), t.tint);
    painter.fillRect(QRectF(begin, area.top(), 1, area.height()), t.accent);
    painter.fillRect(QRectF(end - 1, area.top(), 1, area.height()), t.accent);
  }
  paintSignal(painter);
  paintBrackets(painter);
  paintAxis(painter);
}

void ImportWindowsView::paintBrackets(QPainter& painter) const {
  const Tokens& t = tokens();
  painter.setFont(uiFont(Type::hint));
  for (std::uint64_t w = 0; w < std::min(m_recording.windows, kMostBrackets); ++w) {
    const bool chosen = static_cast<int>(w) == m_chosen;
    const double begin = std::round(xOf(static_cast<double>(w) * m_recording.hop));
    const double end = std::round(xOf(static_cast<double>(w) * m_recording.hop + m_recording.window));
    const QRectF box(begin, static_cast<int>(w % static_cast<std::uint64_t>(rows())) * kBracketStep, end - begin,
                     kBracket);
    painter.setPen(chosen ? t.accent : t.line2);
    painter.setBrush(chosen ? t.tint : t.surface);
    painter.drawRect(box.adjusted(0, 0, 0, -1));
    if (box.width() < 24) continue;
    painter.setPen(chosen ? t.accent : t.text2);
    painter.setFont(uiFont(Type::hint, chosen ? QFont::DemiBold : QFont::Normal));
    painter.drawText(box.adjusted(8, 0, 0, 0), Qt::AlignVCenter, QString::number(w + 1));
  }
}

void ImportWindowsView::paintSignal(QPainter& painter) const {
  const Tokens& t = tokens();
  const QRectF area = plot();
  const double middle = std::round(area.center().y());
  const double end = xOf(m_recording.frames);
  painter.fillRect(QRectF(0, middle, width(), 1), t.line);
  if (m_recording.values && !m_recording.values->empty()) {
    const std::span<const float> values(*m_recording.values);
    const ChannelBlocks channel{0, 1, values, values};
    const Extent whole = range(channel);
    const float largest = std::max({1e-9F, -whole.low, whole.high});
    const QRectF room(0, middle - area.height() / 2 + 5, width(), area.height() - 10);
    BlocksPainter(painter, {0, axisFrames()}, t.wave).paint(room, channel, {-largest, largest});
  }
  const double padding = axisFrames() - m_recording.frames;
  if (padding <= 0) return;
  const QRectF rest(end, area.top() + 1, width() - end, area.height() - 1);
  fillHatched(painter, rest, t.line);
  const QString says = tr("%1 zeros").arg(formatCount(static_cast<std::uint64_t>(padding)));
  painter.setFont(uiFont(Type::hint));
  const int wide = painter.fontMetrics().horizontalAdvance(says);
  if (wide + 16 > rest.width()) return;
  const QRectF box(rest.center().x() - wide / 2.0 - 6, rest.top() + 8, wide + 12, 18);
  painter.fillRect(box, t.surface);
  painter.setPen(t.text2);
  painter.drawText(box, Qt::AlignCenter, says);
}

void ImportWindowsView::paintAxis(QPainter& painter) const {
  const Tokens& t = tokens();
  const QRectF area = plot();
  painter.fillRect(QRectF(0, area.bottom(), width(), 1), t.line2);
  painter.setFont(uiFont(Type::hint));
  painter.setPen(t.text2);
  const double unit = m_recording.rate > 0 ? m_recording.rate : 1;
  const double span = axisFrames() / unit;
  const double step = tickStep(span, std::max(2, width() / 100));
  for (int i = 0; i * step <= span; ++i) {
    const double x = std::round(xOf(i * step * unit));
    painter.fillRect(QRectF(x, area.bottom(), 1, 4), t.line2);
    QString text = formatNumber(i * step, 4);
    if (i == 0 && m_recording.rate > 0) text = formatSeconds(0, 1);
    const double wide = painter.fontMetrics().horizontalAdvance(text);
    const double left = std::clamp(x - wide / 2, 0.0, width() - wide);
    painter.drawText(QRectF(left, area.bottom() + 5, wide + 2, 16), Qt::AlignVCenter, text);
  }
}

void ImportWindowsView::mousePressEvent(QMouseEvent* event) {
  if (m_recording.windows == 0) return;
  const double frame = event->position().x() / std::max(1, width() - 1) * axisFrames();
  const int row = static_cast<int>(event->position().y()) / kBracketStep;
  if (m_recording.hop <= 0) return setChosen(0);
  int window = static_cast<int>(frame / m_recording.hop);
  // In a bracket's row, the window of that row; elsewhere the last that covers the place.
  if (row < rows())
    while (window > 0 && window % rows() != row) --window;
  setChosen(window);
}

void ImportWindowsView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Right) return setChosen(m_chosen + 1);
  if (event->key() == Qt::Key_Left) return setChosen(m_chosen - 1);
  QWidget::keyPressEvent(event);
}

}  // namespace masu::ui
