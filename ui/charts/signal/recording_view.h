// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/charts/signal/signal_blocks.h"
#include "ui/charts/signal/time_axis.h"

namespace masu::ui {

/// One whole recording of any length: its channels above each other on one time axis, and above them the samples that
/// were cut from it. It draws what it was given and asks for more as what it shows changes, so that painting never
/// waits. Keyboard: Left and Right scroll, + and − zoom at the cursor, F fits, Up and Down scroll channels, Page Up and
/// Page Down turn to another recording. Wheel: zoom under the pointer; Shift scrolls in time.
class RecordingView : public QWidget {
  Q_OBJECT

 public:
  /// A sample's place.
  struct Window {
    std::uint64_t sample = 0;
    double first = 0;
    double frames = 0;
    QString text;  ///< of its class
    QColor colour;
    QColor background;
  };

  /// How the values of a channel are shown: (value − centre) × factor, in a unit.
  struct Reading {
    double centre = 0;
    double factor = 1;
    QString unit;

    double shown(double value) const { return (value - centre) * factor; }
  };

  explicit RecordingView(QWidget* parent = nullptr);

  /// Shows all of another recording, of which nothing is known yet.
  void setRecording(const QString& title, double rate, double frames, const QStringList& channels);
  /// All of the recording, coarsely: what is drawn while nothing finer is there, and the heights of the lanes. May be
  /// only its beginning yet.
  void setOverview(std::shared_ptr<const SignalBlocks> overview);
  void setDetail(std::shared_ptr<const SignalBlocks> detail);
  /// In the order of their place. `thinned`: only some of those there are.
  void setWindows(std::vector<Window> windows, bool thinned);
  const std::vector<Window>& windows() const { return m_windows; }
  void setCurrentSample(std::optional<std::uint64_t> sample);
  /// One a channel; without any, values are shown as they are.
  void setReadings(std::vector<Reading> readings);
  /// A span as a network sees it, in values as they are shown, above the signals. Null: none.
  void setSeen(std::shared_ptr<const SignalBlocks> seen);
  const SignalBlocks* seen() const { return m_seen.get(); }

  const TimeAxis& axis() const { return m_axis; }
  void show(double first, double frames);
  void zoom(double factor, std::optional<double> atFrame = {});
  void scrollFrames(double frames);
  void fit();
  /// Frames that share a column of device pixels.
  double framesPerColumn() const;
  /// True where what is there draws too coarsely.
  bool wantsDetail() const;
  QRectF plotRect(int lane) const;
  std::size_t firstChannel() const { return static_cast<std::size_t>(m_firstLane); }
  int lanesShown() const;

  QSize sizeHint() const override { return {640, 480}; }

 Q_SIGNALS:
  /// Another span is shown, or on another scale, or other channels.
  void spanChanged();
  void sampleChosen(std::uint64_t sample);
  /// Recordings to move by.
  void turned(int by);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int laneHeight() const;
  bool drawsLanes(const SignalBlocks& blocks) const;
  void changed();
  void scrollLanes(int by);
  const Window* windowAt(double frame) const;
  const SignalBlocks* blocks() const;
  void paintBand(QPainter& painter) const;
  void paintWindows(QPainter& painter, const QRectF& plots) const;
  void paintLane(QPainter& painter, int lane) const;
  void paintSignal(QPainter& painter, const QRectF& plot, std::size_t channel) const;
  void paintCursor(QPainter& painter) const;
  Reading readingOf(std::size_t channel) const;
  QString readOutAt(double frame, std::size_t channel) const;

  QString m_title;
  QStringList m_channels;
  TimeAxis m_axis;
  std::shared_ptr<const SignalBlocks> m_overview;
  std::shared_ptr<const SignalBlocks> m_detail;
  std::vector<Extent> m_scales;  ///< a channel each, of the overview
  std::vector<Window> m_windows;
  bool m_thinned = false;
  std::vector<Reading> m_readings;
  std::shared_ptr<const SignalBlocks> m_seen;
  std::optional<std::uint64_t> m_sample;
  std::optional<double> m_cursor;
  std::optional<double> m_dragged;  ///< the frame that is held by the pointer
  bool m_moved = false;
  int m_firstLane = 0;
};

}  // namespace masu::ui
