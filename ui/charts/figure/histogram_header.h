// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <vector>

namespace masu::ui {

/// Paints `bins` as solid steps that stand on the bottom of `rect`, the tallest touching its top.
void paintHistogram(QPainter& painter, const QRectF& rect, const std::vector<double>& bins, const QColor& colour);

/// A table's header that shows each column whole: name, stored type, share of missing values, and a histogram.
/// A filtered set overlays the whole, scaled to equal area.
class HistogramHeader : public QHeaderView {
  Q_OBJECT

 public:
  struct Column {
    QString name;
    QString type;        ///< "f32", or "label"
    bool label = false;  ///< shown in accent
    double missingShare = 0;
    std::vector<double> all;
    std::vector<double> filtered;
    Qt::Alignment alignment = Qt::AlignLeft;
    int indent = 8;  ///< kept free at the side the text is aligned to
  };

  explicit HistogramHeader(QWidget* parent = nullptr);

  void setColumns(std::vector<Column> columns);
  const std::vector<Column>& columns() const { return m_columns; }
  void setCurrent(int section);
  int current() const { return m_current; }

  QSize sizeHint() const override;

 Q_SIGNALS:
  void currentChanged(int section);

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;
  QSize sectionSizeFromContents(int section) const override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void paintType(QPainter& painter, const QRectF& rect, const Column& column, bool current) const;

  std::vector<Column> m_columns;
  int m_current = -1;
};

}  // namespace masu::ui
