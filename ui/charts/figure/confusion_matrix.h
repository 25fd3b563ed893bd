// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <cstdint>
#include <optional>
#include <vector>

namespace masu::ui {

/// Which class was taken for which: rows true, columns predicted. What is right is accent, what is wrong deepens with
/// its share of the row. Cells open on click or Enter; arrows move.
class ConfusionMatrix : public QWidget {
  Q_OBJECT

 public:
  explicit ConfusionMatrix(QWidget* parent = nullptr);

  /// Requires: counts.size() == classes.size()², row-major.
  void setMatrix(std::vector<std::uint64_t> counts, QStringList classes);
  void clear() { setMatrix({}, {}); }
  int classCount() const { return static_cast<int>(m_classes.size()); }
  std::uint64_t right() const;
  std::uint64_t total() const;
  QRect cellRect(int truth, int predicted) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, 48}; }

 Q_SIGNALS:
  void cellActivated(int truth, int predicted);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Cell {
    int truth = 0;
    int predicted = 0;
  };
  int cellSize() const;
  int nameWidth() const;
  std::optional<Cell> cellAt(QPoint position) const;
  std::uint64_t count(int truth, int predicted) const;
  QString describe(Cell cell) const;
  void paintCell(QPainter& painter, Cell cell, double rowTotal) const;

  std::vector<std::uint64_t> m_counts;
  QStringList m_classes;
  Cell m_current;
};

}  // namespace masu::ui
