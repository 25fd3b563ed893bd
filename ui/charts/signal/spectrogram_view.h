// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <optional>
#include <vector>

namespace masu::ui {

/// Levels over time and frequency as a picture: time to the right, frequency upwards, louder is darker (in a dark
/// theme lighter), with the cursor of the signals above it.
class SpectrogramView : public QWidget {
  Q_OBJECT

 public:
  explicit SpectrogramView(QWidget* parent = nullptr);

  /// `bins` decibels a column from 0 upwards, column after column.
  struct Picture {
    std::vector<float> decibels;
    std::size_t bins = 0;
    QString start;  ///< under the left edge
    QString end;    ///< under the right edge
  };
  void setPicture(Picture picture);
  /// Share of the width; unset: no cursor.
  void setCursorAt(std::optional<double> share);
  const QImage& image() const { return m_image; }

  QSize sizeHint() const override { return {248, 116}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void draw();

  Picture m_picture;
  QImage m_image;
  std::optional<double> m_cursor;
};

}  // namespace masu::ui
