// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QWidget>
#include <optional>
#include <vector>

namespace masu::ui {

struct ReadOut;

/// How the loss went while the learning rate grew: rates by their powers, a curve a model, the rate that is suggested
/// dashed. The pointer, or Left and Right, read a curve off.
class RatePlot : public QWidget {
  Q_OBJECT

 public:
  struct Curve {
    QString name;
    QColor colour;
    std::vector<QPointF> points;      ///< (rate, loss), rates above 0 and ascending
    std::optional<double> suggested;  ///< rate
  };

  explicit RatePlot(QWidget* parent = nullptr);

  void setCurves(std::vector<Curve> curves);

  QSize sizeHint() const override { return {176, 112}; }
  QSize minimumSizeHint() const override { return {96, 112}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double shareOf(double rate) const;
  QPointF placeOf(QPointF point) const;
  void mark(std::optional<double> share);
  ReadOut readOut() const;
  void describe();
  void paintReadOut(QPainter& painter) const;

  std::vector<Curve> m_curves;
  double m_lowRate = 1;
  double m_highRate = 1;
  double m_lowLoss = 0;
  double m_highLoss = 1;
  std::optional<double> m_marked;  ///< from 0 to 1 along the rates
};

}  // namespace masu::ui
