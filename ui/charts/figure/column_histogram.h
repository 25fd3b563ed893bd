// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

namespace masu::ui {

/// One column's values as solid steps, with its min, max and mean below.
class ColumnHistogram : public QWidget {
  Q_OBJECT

 public:
  explicit ColumnHistogram(QWidget* parent = nullptr);

  /// `low` and `high` as text under the ends; `meanAt` is a share of the width, with its text.
  struct Mark {
    double at = 0;
    QString text;
  };
  void setBins(std::vector<double> bins, const QString& low, const QString& high, std::optional<Mark> mean);

  QSize sizeHint() const override { return {248, 108}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void describe();

  std::vector<double> m_bins;
  QString m_low;
  QString m_high;
  std::optional<Mark> m_mean;
};

}  // namespace masu::ui
