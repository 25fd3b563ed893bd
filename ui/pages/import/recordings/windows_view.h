// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/waveform/signal/windows.h"

namespace masu::ui {

/// One recording as a signal, with the windows it gives as brackets above it: those of each segment between gaps and
/// under one label, as an import cuts them. Padding is hatched, and so are frames outside of segments. What was noted
/// at a time is marked at the foot, with its text where there is room, and in the tool tip.
/// Up to three rows of brackets keep overlapping windows apart. Left and Right choose a window.
class ImportWindowsView : public QWidget {
  Q_OBJECT

 public:
  struct Note {
    double first = 0;
    double frames = 0;  ///< 0 for a moment
    QString text;
  };
  struct Recording {
    std::shared_ptr<const std::vector<float>> values;  ///< first channel, or its beginning; null while it is read
    double frames = 0;
    double rate = 0;
    std::vector<waveform::RecordingSegment> segments;  ///< in order; what is outside of them becomes no sample
    QStringList labels;                                ///< beside `segments`; empty: all have that of the recording
    std::vector<Note> notes;                           ///< by their first frame
    waveform::WindowRule rule;
  };

  explicit ImportWindowsView(QWidget* parent = nullptr);
  void setRecording(Recording recording);
  void setChosen(int window);
  int chosen() const { return m_chosen; }
  const waveform::WindowPlan& windows() const { return m_windows; }
  /// From the beginning; fewer than there are where the values are those of a beginning.
  double framesDrawn() const;

 Q_SIGNALS:
  void chosenChanged(int window);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double axisFrames() const;
  double xOf(double frame) const;
  double endOf(const waveform::Window& window) const;
  QRectF boxOf(std::uint64_t window) const;
  int rows() const;
  QRectF plot() const;
  std::uint64_t windowAt(double frame, int row) const;
  void paintChosen(QPainter& painter) const;
  void paintEdges(QPainter& painter) const;
  void paintBrackets(QPainter& painter) const;
  void paintSignal(QPainter& painter) const;
  void paintParts(QPainter& painter) const;
  void paintUnused(QPainter& painter, double first, double last) const;
  void paintPadding(QPainter& painter) const;
  void paintNotes(QPainter& painter) const;
  QString notesAt(double x) const;
  void paintUndrawn(QPainter& painter) const;
  void paintNote(QPainter& painter, const QRectF& area, const QString& note) const;
  void paintAxis(QPainter& painter) const;

  Recording m_recording;
  waveform::WindowPlan m_windows;
  int m_chosen = 0;
};

}  // namespace masu::ui
