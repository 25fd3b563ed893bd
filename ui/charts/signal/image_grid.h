// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QString>
#include <QWidget>
#include <vector>

namespace masu::ui {

/// A page of small images in rows, each with its label and the colour of its split, or one of them as large as there is
/// room. Keyboard: arrows choose, Page Up and Page Down turn the page, Enter asks for the larger picture and Esc for
/// the page. Images are drawn with whole pixels, as they are stored, where they are not larger than the room.
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
  /// One image, or a page of them; the owner gives the cells for it.
  void setEnlarged(bool enlarged);
  bool isEnlarged() const { return m_enlarged; }

  QSize sizeHint() const override { return {640, 480}; }

 Q_SIGNALS:
  void currentChanged(int cell);
  /// Beyond the first or last row, and the wheel: images to move by, whole rows.
  void scrollRequested(int images);
  void capacityChanged();
  /// A double click, Enter or Esc: the current image is to be shown alone, or among the others again.
  void enlargingAsked(bool enlarged);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int factor() const;
  QSize cellSize() const;
  QRect cellRect(int cell) const;
  void move(int by);
  void paintCell(QPainter& painter, int cell) const;
  QRect imageRect(const QRect& room, QSize image) const;

  std::vector<Cell> m_cells;
  QSize m_image{28, 28};
  int m_current = -1;
  int m_turned = 0;
  bool m_enlarged = false;
};

}  // namespace masu::ui
