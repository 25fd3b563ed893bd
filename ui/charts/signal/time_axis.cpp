// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/time_axis.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/decimate.h"
#include "ui/charts/paint/paint.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr double kFewestFrames = 16;
/// Signals of so many seconds have clock times on the axis.
constexpr double kLong = 120;
constexpr int kTickApart = 72;
constexpr int kClockApart = 112;  ///< with decimals of a second

}  // namespace

void TimeAxis::set(double rate, double frames) {
  m_rate = rate;
  m_frames = std::max(1.0, frames);
  fit();
}

void TimeAxis::show(double first, double frames) {
  m_span.shown = std::clamp(frames, std::min(kFewestFrames, m_frames), m_frames);
  m_span.first = std::clamp(first, 0.0, m_frames - m_span.shown);
}

bool TimeAxis::isLong() const {
  return m_rate > 0 && m_frames / m_rate >= kLong;
}

void TimeAxis::zoom(double factor, double at) {
  const double share = (at - first()) / shown();
  const double fewer = std::clamp(shown() / factor, std::min(kFewestFrames, m_frames), m_frames);
  show(at - share * fewer, fewer);
}

void TimeAxis::scroll(double frames) {
  show(first() + frames, shown());
}

std::vector<double> clockTicks(double low, double high, int limit) {
  if (!(high > low) || limit < 2) return {};
  double step = 86'400;
  for (const double wanted : {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10'800, 21'600, 43'200}) {
    if ((high - low) / wanted > limit - 1) continue;
    step = wanted;
    break;
  }
  while ((high - low) / step > limit - 1) step *= 2;
  std::vector<double> ticks;
  for (double k = std::ceil(low / step); k * step <= high; ++k) ticks.push_back(k * step);
  return ticks;
}

QString clockText(double seconds, int decimals) {
  const double unit = std::pow(10.0, decimals);
  const double rounded = std::round(std::max(0.0, seconds) * unit) / unit;
  const auto whole = static_cast<qint64>(rounded);
  QString text = QStringLiteral("%1:%2:%3")
                     .arg(whole / 3600)
                     .arg(whole / 60 % 60, 2, 10, QLatin1Char('0'))
                     .arg(whole % 60, 2, 10, QLatin1Char('0'));
  if (decimals > 0) text += QString::number(rounded - static_cast<double>(whole), 'f', decimals).mid(1);
  return text;
}

QString TimeAxis::tickText(double frame) const {
  if (m_rate <= 0) return formatCount(static_cast<std::uint64_t>(std::max(0.0, frame)));
  if (!isLong()) return formatNumber(frame / m_rate, shown() / m_rate < 0.05 ? 5 : 4);
  const double seconds = shown() / m_rate;
  return clockText(frame / m_rate, seconds > 8 ? 0 : seconds > 0.5 ? 1 : seconds > 0.05 ? 2 : 3);
}

QString TimeAxis::timeText(double frame) const {
  const QString count = tr("frame %1").arg(formatCount(static_cast<std::uint64_t>(std::max(0.0, frame))));
  if (m_rate <= 0) return count;
  const QString time = isLong() ? clockText(frame / m_rate, m_rate >= 100 ? 3 : 1) : formatSeconds(frame / m_rate, 4);
  return time + QStringLiteral(", ") + count;
}

void TimeAxis::paint(QPainter& painter, const QRectF& plot, qreal top, std::optional<double> cursor) const {
  const double unit = m_rate > 0 ? m_rate : 1;
  const int limit = std::max(2, static_cast<int>(plot.width() / (isLong() ? kClockApart : kTickApart)));
  const bool clock = isLong() && shown() / m_rate > limit;
  const double low = first() / unit;
  const double high = m_span.last() / unit;
  painter.setFont(uiFont(Type::hint));
  bool first = true;
  for (const double tick : clock ? clockTicks(low, high, limit) : roundTicks(low, high, limit)) {
    const qreal x = std::floor(xOf(plot, tick * unit));
    drawHairline(painter, {x, top}, {x + 1, top + 4}, tokens().line2);
    QString text = tickText(tick * unit);
    // The unit as formatSeconds() writes it.
    if (first && m_rate > 0 && !text.contains(QLatin1Char(':'))) text += formatSeconds(0, 0).mid(1);
    painter.setPen(tokens().text2);
    const bool edge = first && x < plot.left() + 40;
    const bool end = x > plot.right() - 24;
    const QRectF room(edge ? std::max(x - 4, plot.left()) : end ? plot.right() - 64 : x - 40, top + 6, 80, 16);
    const Qt::Alignment side = edge ? Qt::AlignLeft : end ? Qt::AlignRight : Qt::AlignHCenter;
    drawFigures(painter, room, side | Qt::AlignVCenter, text);
    first = false;
  }
  if (cursor) paintCursor(painter, plot, top, *cursor);
}

void TimeAxis::paintCursor(QPainter& painter, const QRectF& plot, qreal top, double cursor) const {
  const QString text = timeText(cursor);
  const qreal width = figuresWidth(painter.font(), text) + 12;
  const QRectF room(std::clamp(xOf(plot, cursor) - width / 2, plot.left(), std::max(plot.left(), plot.right() - width)),
                    top + 5, width, 18);
  painter.fillRect(room, tokens().surface);
  painter.setPen(tokens().bad);
  drawFigures(painter, room, Qt::AlignHCenter | Qt::AlignVCenter, text);
}

}  // namespace masu::ui
