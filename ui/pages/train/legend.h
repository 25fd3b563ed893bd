// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace masu::ui {

/// One entry of the charts' legend: a run's square, or the line of a split.
class LegendMark : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kThick = -1;
  static constexpr int kThin = -2;

  /// `mark`: the number of a run, or kThick, kThin.
  LegendMark(const QString& text, int mark, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_text;
  int m_mark;
};

}  // namespace masu::ui
