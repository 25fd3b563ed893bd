// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/charts/signal/signal_lane.h"
#include "ui/charts/signal/time_axis.h"

namespace masu::ui {

/// Signals above each other on one time axis: stacked with a gutter that shows what they are, or as a grid of small
/// ones. Keyboard: Up and Down choose, Left and Right scroll, + and − zoom at the cursor, F fits.
class WaveformView : public QWidget {
  Q_OBJECT

 public:
  using Lane = SignalLane;
  enum class Arrangement { stack, grid };

  explicit WaveformView(QWidget* parent = nullptr);

  void setArrangement(Arrangement arrangement);
  /// So many lanes belong together, as the channels of a sample are: a stack has lower ones where they need it to
  /// fit.
  void setLanesTogether(int lanes);
  /// How many lanes there is room for.
  int capacity() const;
  int columns() const;
  void setLanes(std::vector<Lane> lanes);
  const std::vector<Lane>& lanes() const { return m_lanes; }
  void setCurrent(int lane);
  int current() const { return m_current; }

  /// Frames a second; 0: the axis counts frames. `frames` is the length of the axis.
  void setAxis(double rate, double frames);

  double firstFrame() const { return m_axis.first(); }
  void zoom(double factor, std::optional<double> atFrame = {});
  void scrollFrames(double frames);
  void fit();

  QSize sizeHint() const override { return {640, 480}; }

 Q_SIGNALS:
  void currentChanged(int lane);
  /// Up on the first lane, Down on the last, wheel: samples to move by.
  void scrollRequested(int lanes);
  void cursorMoved(std::optional<double> frame);
  void capacityChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int laneHeight() const;
  QRectF laneRect(int lane) const;
  QRectF plotRect(int lane) const;
  int laneAt(QPointF position) const;
  std::optional<double> frameAt(QPointF position) const;
  void choose(int lane);
  void paintLane(QPainter& painter, int lane) const;
  void paintCursor(QPainter& painter) const;

  Arrangement m_arrangement = Arrangement::stack;
  int m_together = 1;
  std::vector<Lane> m_lanes;
  int m_current = -1;
  TimeAxis m_axis;
  std::optional<double> m_cursor;
};

}  // namespace masu::ui
