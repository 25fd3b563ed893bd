// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

namespace masu::ui {

/// How well a shuffle mixes against the memory it takes: both axes by powers, the goal dashed, what is chosen as a dot,
/// the smallest that reaches the goal as a ring. What it says is a sentence beside it.
class QualityCurve : public QWidget {
  Q_OBJECT

 public:
  struct Point {
    double bytes = 1;
    double effect = 1;  ///< at least 1 is what to expect; less is drawn as 1
  };

  explicit QualityCurve(QWidget* parent = nullptr);

  /// `points` in the order of their bytes. None: nothing is drawn.
  void setPoints(std::vector<Point> points, const Point& chosen, const Point& enough, double goal);

  QSize sizeHint() const override { return {176, 72}; }
  QSize minimumSizeHint() const override { return {96, 72}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPointF placeOf(const Point& point) const;

  std::vector<Point> m_points;
  Point m_chosen;
  Point m_enough;
  double m_goal = 1;
};

}  // namespace masu::ui
