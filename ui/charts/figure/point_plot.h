// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstddef>
#include <optional>

namespace masu::ui {

struct ReadOut;

/// A chart of points in an order, of which the pointer, or Left and Right, read one off: it is marked, and a screen
/// reader says it; without a mark it says the summary.
class PointPlot : public QWidget {
  Q_OBJECT

 public:
  explicit PointPlot(QWidget* parent = nullptr);

 protected:
  virtual std::size_t pointCount() const = 0;
  /// In the widget. Requires: it is one of the points, as below.
  virtual QPointF placeOf(std::size_t point) const = 0;
  virtual ReadOut readOut(std::size_t point) const = 0;
  virtual QString summary() const = 0;

  /// To be called once the points are others: none is marked.
  void pointsChanged() { mark(std::nullopt); }
  std::optional<std::size_t> marked() const { return m_marked; }

  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void mark(std::optional<std::size_t> point);

  std::optional<std::size_t> m_marked;
};

}  // namespace masu::ui
