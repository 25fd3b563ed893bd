// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/windows_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <ranges>

#include "ui/charts/paint/paint.h"
#include "ui/charts/signal/blocks_painter.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

constexpr int kBracket = 16;
constexpr int kBracketStep = 18;
constexpr int kAxis = 24;
constexpr int kMostRows = 3;
constexpr double kNarrowest = 3;
constexpr std::uint64_t kMostBrackets = 400;  // More would be in each other's place.
constexpr std::size_t kMostSegments = 2000;
constexpr double kNote = 20;
constexpr double kNear = 4;  // as far as a pointer may be from a mark
constexpr double kSegmentsApart = 6;  // Closer ones would hide the signal.

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
  m_windows = m_recording.rule.length == 0 ? waveform::WindowPlan()
                                           : waveform::WindowPlan(m_recording.segments, m_recording.rule);
  m_chosen = std::clamp(m_chosen, 0, std::max(0, static_cast<int>(m_windows.size()) - 1));
  update();
}

void ImportWindowsView::setChosen(int window) {
  const int last = std::max(0, static_cast<int>(m_windows.size()) - 1);
  window = std::clamp(window, 0, last);
  if (window == m_chosen) return;
  m_chosen = window;
  update();
  Q_EMIT chosenChanged(window);
}

int ImportWindowsView::rows() const {
  const waveform::WindowRule& rule = m_recording.rule;
  if (rule.hop == 0 || rule.hop >= rule.length) return 1;
  return static_cast<int>(std::min<std::uint64_t>(kMostRows, (rule.length + rule.hop - 1) / rule.hop));
}

/// After the recording's end padding is drawn in a place of its own; after a segment's end, the next frames are there.
double ImportWindowsView::endOf(const waveform::Window& window) const {
  const auto end = static_cast<double>(window.start + window.present);
  return end < m_recording.frames ? end : static_cast<double>(window.start + m_recording.rule.length);
}

double ImportWindowsView::axisFrames() const {
  const double end = m_windows.size() > 0 ? endOf(m_windows.at(m_windows.size() - 1)) : 0;
  return std::max({1.0, m_recording.frames, end});
}

QRectF ImportWindowsView::plot() const {
  const double top = rows() * kBracketStep + 2;
  return {0, top, static_cast<double>(width()), std::max(20.0, height() - top - kAxis)};
}

double ImportWindowsView::xOf(double frame) const {
  return frame / axisFrames() * (width() - 1);
}

QRectF ImportWindowsView::boxOf(std::uint64_t window) const {
  const waveform::Window at = m_windows.at(window);
  const double begin = std::round(xOf(static_cast<double>(at.start)));
  const double end = std::max(begin + kNarrowest, std::round(xOf(endOf(at))));
  const auto row = static_cast<int>(window % static_cast<std::uint64_t>(rows()));
  return {begin, static_cast<double>(row * kBracketStep), end - begin, kBracket};
}

void ImportWindowsView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (m_recording.frames <= 0) return;
  painter.fillRect(QRectF(0, plot().top(), width(), 1), tokens().line);
  paintChosen(painter);
  paintUndrawn(painter);
  paintSignal(painter);
  paintParts(painter);
  paintPadding(painter);
  paintNotes(painter);
  paintEdges(painter);
  paintBrackets(painter);
  paintAxis(painter);
}

void ImportWindowsView::paintChosen(QPainter& painter) const {
  if (m_windows.size() == 0) return;
  const QRectF area = plot();
  const QRectF box = boxOf(static_cast<std::uint64_t>(m_chosen));
  painter.fillRect(QRectF(box.left(), area.top(), box.width(), area.height()), tokens().tint);
}

/// Above what is hatched, which would break the lines.
void ImportWindowsView::paintEdges(QPainter& painter) const {
  if (m_windows.size() == 0) return;
  const QRectF area = plot();
  const QRectF box = boxOf(static_cast<std::uint64_t>(m_chosen));
  for (const double x : {box.left(), box.right() - 1})
    painter.fillRect(QRectF(x, area.top(), 1, area.height()), tokens().accent);
}

void ImportWindowsView::paintBrackets(QPainter& painter) const {
  const Tokens& t = tokens();
  const auto paint = [&](std::uint64_t window, bool chosen) {
    const QRectF box = boxOf(window);
    painter.setPen(chosen ? t.accent : t.line2);
    painter.setBrush(chosen ? t.tint : t.surface);
    painter.drawRect(box.adjusted(0, 0, 0, -1));
    if (box.width() < 24) return;
    painter.setPen(chosen ? t.accent : t.text2);
    painter.setFont(uiFont(Type::hint, chosen ? QFont::DemiBold : QFont::Normal));
    painter.drawText(box.adjusted(8, 0, 0, 0), Qt::AlignVCenter, QString::number(window + 1));
  };
  if (m_windows.size() == 0) return;
  if (m_windows.size() <= kMostBrackets) {
    for (std::uint64_t window = 0; window < m_windows.size(); ++window) paint(window, false);
  } else {
    const QRectF all(0, 0, xOf(endOf(m_windows.at(m_windows.size() - 1))), (rows() - 1) * kBracketStep + kBracket - 1);
    painter.fillRect(all, t.hover);
  }
  paint(static_cast<std::uint64_t>(m_chosen), true);
}

void ImportWindowsView::paintSignal(QPainter& painter) const {
  const Tokens& t = tokens();
  const QRectF area = plot();
  const double middle = std::round(area.center().y());
  painter.fillRect(QRectF(0, middle, width(), 1), t.line);
  if (!m_recording.values || m_recording.values->empty()) return;
  const std::span<const float> values(*m_recording.values);
  const ChannelBlocks channel{0, 1, values, values};
  const Extent whole = range(channel);
  const float largest = std::max({1e-9F, -whole.low, whole.high});
  const QRectF room(0, middle - area.height() / 2 + 5, width(), area.height() - 10);
  BlocksPainter(painter, {0, axisFrames()}, t.wave).paint(room, channel, {-largest, largest});
}

/// Frames that become no sample, where a segment begins after a gap or under another label, and what the labels are.
void ImportWindowsView::paintParts(QPainter& painter) const {
  const Tokens& t = tokens();
  const QRectF area = plot();
  const auto& segments = m_recording.segments;
  if (segments.size() > kMostSegments) return;
  painter.setFont(uiFont(Type::hint));
  const bool marked = width() >= kSegmentsApart * static_cast<double>(segments.size());
  double covered = 0;
  double free = 0;  // what is left of the last text
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const auto first = static_cast<double>(segments[i].first);
    const double last = first + static_cast<double>(segments[i].frames);
    paintUnused(painter, covered, first);
    covered = std::max(covered, last);
    if (!marked) continue;
    const double begin = std::round(xOf(first));
    painter.setPen(QPen(t.text3, 1, Qt::DashLine));
    if (first > 0) painter.drawLine(QPointF(begin, area.top() + 1), QPointF(begin, area.bottom() - 1));
    const QString label = m_recording.labels.value(static_cast<qsizetype>(i));
    const double wide = painter.fontMetrics().horizontalAdvance(label) + 8;
    if (label.isEmpty() || begin < free || begin + wide > width()) continue;
    free = begin + wide + 4;
    const QRectF box(begin + 3, area.top() + 4, wide, 16);
    painter.fillRect(box, t.surface);
    painter.setPen(t.text2);
    painter.drawText(box, Qt::AlignCenter, label);
  }
  paintUnused(painter, covered, m_recording.frames);
}

void ImportWindowsView::paintUnused(QPainter& painter, double first, double last) const {
  if (last <= first || m_recording.segments.empty()) return;
  const QRectF area = plot();
  const QRectF box(xOf(first), area.top() + 1, xOf(last) - xOf(first), area.height() - 1);
  QColor veil = tokens().surface;
  veil.setAlpha(190);
  painter.fillRect(box, veil);
  fillHatched(painter, box, tokens().line);
}

void ImportWindowsView::paintPadding(QPainter& painter) const {
  const Tokens& t = tokens();
  const QRectF area = plot();
  const double padding = axisFrames() - m_recording.frames;
  if (padding <= 0) return;
  const double end = xOf(m_recording.frames);
  const QRectF rest(end, area.top() + 1, width() - end, area.height() - 1);
  fillHatched(painter, rest, t.line);
  paintNote(painter, rest, tr("%1 zeros").arg(formatCount(static_cast<std::uint64_t>(padding))));
}

/// A mark at each onset, a line as long as it lasts, and texts as far as they are not in each other's place.
void ImportWindowsView::paintNotes(QPainter& painter) const {
  const Tokens& t = tokens();
  const QRectF area = plot();
  painter.setFont(uiFont(Type::hint));
  double free = 0;    // what is left of the last text
  double marked = -1;  // the last mark; of a thousand in one place one is drawn
  for (const Note& note : m_recording.notes) {
    const double begin = std::round(xOf(note.first));
    if (begin > width()) break;
    const double wide = painter.fontMetrics().horizontalAdvance(note.text) + 8;
    const bool hasRoom = !note.text.isEmpty() && begin >= free && begin + wide <= width();
    if (begin > marked || hasRoom) {
      painter.fillRect(QRectF(begin, area.bottom() - kNote, 1, kNote), t.accent);
      painter.fillRect(QRectF(begin, area.bottom() - 3, std::max(3.0, xOf(note.frames)), 3), t.accent);
      marked = begin;
    }
    if (!hasRoom) continue;
    free = begin + wide + 4;
    const QRectF box(begin + 1, area.bottom() - kNote, wide, kNote - 4);
    painter.fillRect(box, t.surface);
    painter.setPen(t.accent);
    painter.drawText(box, Qt::AlignCenter, note.text);
  }
}

/// All that was noted near a place, as far as a tool tip has lines.
QString ImportWindowsView::notesAt(double x) const {
  constexpr qsizetype kMostLines = 12;
  QStringList lines;
  for (const Note& note : m_recording.notes) {
    if (x < xOf(note.first) - kNear || x > xOf(note.first + note.frames) + kNear) continue;
    if (lines.size() == kMostLines) return lines.join(QLatin1Char('\n')) + QStringLiteral("\n…");
    const bool timed = m_recording.rate > 0;
    lines << (timed ? formatSeconds(note.first / m_recording.rate) + QLatin1Char(' ') + note.text : note.text);
  }
  return lines.join(QLatin1Char('\n'));
}

bool ImportWindowsView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), notesAt(help->pos().x()), this);
  return true;
}

double ImportWindowsView::framesDrawn() const {
  const auto read = m_recording.values ? static_cast<double>(m_recording.values->size()) : m_recording.frames;
  return std::min(read, m_recording.frames);
}

/// Of a very long recording the beginning is drawn. What looks silent after it is not.
void ImportWindowsView::paintUndrawn(QPainter& painter) const {
  if (framesDrawn() >= m_recording.frames) return;
  const QRectF area = plot();
  const double begin = xOf(framesDrawn());
  const QRectF rest(begin, area.top() + 1, xOf(m_recording.frames) - begin, area.height() - 1);
  painter.fillRect(rest, tokens().sunken);
  paintNote(painter, rest, tr("not drawn"));
}

/// What an area is, at its top, where there is room for it.
void ImportWindowsView::paintNote(QPainter& painter, const QRectF& area, const QString& note) const {
  painter.setFont(uiFont(Type::hint));
  const int wide = painter.fontMetrics().horizontalAdvance(note);
  if (wide + 16 > area.width()) return;
  const QRectF box(area.center().x() - wide / 2.0 - 6, area.top() + 8, wide + 12, 18);
  painter.fillRect(box, tokens().surface);
  painter.setPen(tokens().text2);
  painter.drawText(box, Qt::AlignCenter, note);
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

/// The window of a row of brackets under a frame; in the signal below, the last that covers it.
/// Requires: there are windows.
std::uint64_t ImportWindowsView::windowAt(double frame, int row) const {
  const auto& segments = m_recording.segments;
  const auto after = std::ranges::upper_bound(segments, frame, {}, [](const waveform::RecordingSegment& segment) {
    return static_cast<double>(segment.first);
  });
  const auto segment = static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(1, after - segments.begin()) - 1);
  const auto segmentOf = [&](std::uint64_t window) { return m_windows.at(window).segment; };
  const auto all = std::views::iota(std::uint64_t{0}, m_windows.size());
  const std::uint64_t first = *std::ranges::lower_bound(all, segment, {}, segmentOf);
  const std::uint64_t windows = waveform::windowCount(segments[segment].frames, m_recording.rule);
  const double hop = std::max(1.0, static_cast<double>(m_recording.rule.hop));
  const double hops = std::max(0.0, std::floor((frame - static_cast<double>(segments[segment].first)) / hop));
  std::uint64_t window = first + static_cast<std::uint64_t>(std::min(hops, static_cast<double>(windows - 1)));
  if (row < rows())
    while (window > first && window % static_cast<std::uint64_t>(rows()) != static_cast<std::uint64_t>(row)) --window;
  return window;
}

void ImportWindowsView::mousePressEvent(QMouseEvent* event) {
  if (m_windows.size() == 0) return;
  const double frame = event->position().x() / std::max(1, width() - 1) * axisFrames();
  setChosen(static_cast<int>(windowAt(frame, static_cast<int>(event->position().y()) / kBracketStep)));
}

void ImportWindowsView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Right) return setChosen(m_chosen + 1);
  if (event->key() == Qt::Key_Left) return setChosen(m_chosen - 1);
  QWidget::keyPressEvent(event);
}

}  // namespace masu::ui
