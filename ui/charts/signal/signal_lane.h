// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QCoreApplication>
#include <QRectF>
#include <QString>
#include <memory>
#include <vector>

#include "ui/charts/signal/signal_blocks.h"

class QPainter;

namespace masu::ui {

/// One signal and what is shown beside it.
struct SignalLane {
  QString title;
  QString subtitle;  ///< "window 1/2"
  QString tag;       ///< of the class; in a small box
  QString unit;      ///< of the values; empty where none is known
  QString splitName;
  QColor splitColour;
  std::shared_ptr<const std::vector<float>> values;  ///< null while it is being read
  std::size_t frames = 0;                            ///< values beyond are padding, hatched
  std::vector<double> windowMarks;                   ///< frames where a window begins
  bool missing = false;                              ///< could not be read
};

/// Paints a lane into the rectangles that its view gives it: what is known of it, and its signal over the span.
/// Lifetime: one paint event.
class SignalLanePainter {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::WaveformView)

 public:
  SignalLanePainter(QPainter& painter, const SignalLane& lane, const FrameSpan& span)
      : m_painter(painter), m_lane(lane), m_span(span) {}

  /// Title, class and, where `stacked`, a second line with split and subtitle.
  void paintTexts(const QRectF& rect, bool stacked, bool current) const;
  void paintPlot(const QRectF& plot) const;

 private:
  void paintTag(const QRectF& box, bool current) const;
  qreal secondLineWidth() const;
  void paintSecondLine(qreal left, qreal top, qreal right) const;
  void paintSignal(const QRectF& plot) const;

  QPainter& m_painter;
  const SignalLane& m_lane;
  FrameSpan m_span;
};

}  // namespace masu::ui
