// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QString>
#include <QWidget>
#include <vector>

namespace masu::ui {

/// A page of small images in rows, each with its label and the colour of its split. Keyboard: the arrows choose, Page
/// Up and Page Down turn the page. Images are drawn with whole pixels, as they are stored.
class ImageGrid : public QWidget {
  Q_OBJECT

 public:
  struct Cell {
    QImage image;  ///< null while it is read
    QString label;
    QString splitName;
    QColor splitColour;
  };

  explicit ImageGrid(QWidget* parent = nullptr);

  /// The shape of one image decides how many there is room for.
  void setImageSize(QSize size);
  int columns() const;
  int capacity() const;
  void setCells(std::vector<Cell> cells);
  const std::vector<Cell>& cells() const { return m_cells; }
  void setCurrent(int cell);
  int current() const { return m_current; }

  QSize sizeHint() const override { return {640, 480}; }

 Q_SIGNALS:
  void currentChanged(int cell);
  /// Beyond the first or last row, and the wheel: images to move by, whole rows.
  void scrollRequested(int images);
  void capacityChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int factor() const;
  QSize cellSize() const;
  QRect cellRect(int cell) const;
  void move(int by);
  void paintCell(QPainter& painter, int cell) const;

  std::vector<Cell> m_cells;
  QSize m_image{28, 28};
  int m_current = -1;
  int m_turned = 0;
};

}  // namespace masu::ui
