// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <cstdint>
#include <vector>

class QPainter;

namespace masu::ui {

using SplitCounts = std::array<std::uint64_t, 4>;  ///< train, validation, test, unused

/// Paints the four sets of `counts` beside each other over the whole of `rect`, with a gap of one pixel.
void paintSplitBar(QPainter& painter, const QRectF& rect, const SplitCounts& counts);

/// The same as a small static widget.
class SplitBar : public QWidget {
  Q_OBJECT

 public:
  explicit SplitBar(QWidget* parent = nullptr);
  void setCounts(const SplitCounts& counts);
  QSize sizeHint() const override { return {96, 8}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SplitCounts m_counts = {};
};

/// One row a class: its name, a bar as long as the class is large, and how many samples each set holds; in full in its
/// tool tip.
/// Cost: paints the visible rows only.
class ClassBars : public QWidget {
  Q_OBJECT

 public:
  struct ClassBar {
    QString name;
    SplitCounts counts = {};
  };

  explicit ClassBars(QWidget* parent = nullptr);
  void setRows(std::vector<ClassBar> rows);
  const std::vector<ClassBar>& rows() const { return m_rows; }
  QSize sizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  static QString described(const ClassBar& row);

  std::vector<ClassBar> m_rows;
  std::uint64_t m_largest = 0;
};

}  // namespace masu::ui
