// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

#include "ui/charts/signal/signal_lane.h"

namespace masu::ui {

/// Classes above each other, each with small pictures of some of its samples side by side, so that what a class has in
/// common, and what does not belong to it, is seen at a glance. Keyboard: the arrows choose, Page Up and Page Down go
/// by pages of classes, Return opens the class.
class ClassGrid : public QWidget {
  Q_OBJECT

 public:
  /// A sample: an image, or a signal of one lane a channel; neither while it is being read.
  struct Cell {
    QImage image;
    std::vector<SignalLane> lanes;
    QString title;  ///< where it comes from, and its split
    QColor splitColour;
  };
  struct ClassSamples {
    QString name;
    QString count;  ///< of its samples: "393"
    std::vector<Cell> cells;
  };

  explicit ClassGrid(QWidget* parent = nullptr);

  /// What a sample is: an image of that size, or, where it is empty, a signal of so many frames.
  void setShape(QSize image, double frames);
  /// How many there is room for.
  int columns() const;
  int capacity() const;
  void setRows(std::vector<ClassSamples> rows);
  const std::vector<ClassSamples>& rows() const { return m_rows; }
  /// −1, −1: none.
  void setCurrent(int row, int column);

  QSize sizeHint() const override { return {640, 480}; }

 Q_SIGNALS:
  void currentChanged(int row, int column);
  /// A class was asked for as a whole.
  void opened(int row);
  /// An arrow leads beyond what is in view: the sample so far from the current one is wanted.
  void moveRequested(int rows, int columns);
  void scrollRequested(int rows);
  /// Further samples of all classes: whole widths.
  void turnRequested(int columns);
  void capacityChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QSize cellSize() const;
  int rowHeight() const { return cellSize().height() + 8; }
  QRect headRect(int row) const;
  QRect cellRect(int row, int column) const;
  const Cell* cellAt(int row, int column) const;
  const Cell* cellAt(QPoint place) const;
  int headAt(QPoint place) const;
  void move(int rows, int columns);
  void choose(int row, int column);
  void paintHead(QPainter& painter, int row) const;
  void paintCell(QPainter& painter, int row, int column) const;
  void paintSignal(QPainter& painter, const QRectF& room, const Cell& cell) const;

  std::vector<ClassSamples> m_rows;
  QSize m_image;
  double m_frames = 1;
  int m_row = -1;
  int m_column = -1;
  int m_turned = 0;
};

}  // namespace masu::ui
