// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <optional>
#include <vector>

#include "ui/charts/signal/signal_blocks.h"

class QPainter;

namespace masu::ui {

/// Which frames of a signal a plot shows, from all of them down to a few, and the axis below with their time.
/// Invariant: what is shown is inside the signal.
class TimeAxis {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::WaveformView)

 public:
  /// Shows everything. `rate`: frames a second; 0: the axis counts frames.
  void set(double rate, double frames);
  double rate() const { return m_rate; }
  double frames() const { return m_frames; }
  const FrameSpan& span() const { return m_span; }
  double first() const { return m_span.first; }
  double shown() const { return m_span.shown; }
  bool shows(double frame) const { return frame >= m_span.first && frame <= m_span.last(); }

  /// The frame `at` stays where it is. Requires: factor > 0.
  void zoom(double factor, double at);
  void scroll(double frames);
  void show(double first, double frames);
  void fit() { show(0, m_frames); }

  double frameAt(const QRectF& plot, qreal x) const { return first() + (x - plot.left()) / plot.width() * shown(); }
  qreal xOf(const QRectF& plot, double frame) const { return m_span.xOf(plot, frame); }

  /// Ticks under the plot and, in a box of its own, where the cursor is.
  void paint(QPainter& painter, const QRectF& plot, qreal top, std::optional<double> cursor) const;
  /// "0.1827 s, frame 1,462", or with hours and minutes where the signal is long.
  QString timeText(double frame) const;

 private:
  /// Times are shown as on a clock.
  bool isLong() const;
  QString tickText(double frame) const;
  void paintCursor(QPainter& painter, const QRectF& plot, qreal top, double cursor) const;

  double m_rate = 0;
  double m_frames = 1;
  FrameSpan m_span;
};

/// Round positions on a clock inside [low, high] seconds: whole seconds, minutes, hours or days, at most `limit`.
std::vector<double> clockTicks(double low, double high, int limit);
/// "1:02:03"; with as many decimals of a second.
QString clockText(double seconds, int decimals);

}  // namespace masu::ui
