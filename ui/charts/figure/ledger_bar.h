// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <vector>

namespace masu::ui {

/// A memory or disk account as one bar: what each item takes of a capacity, what is free, and what is reserved.
/// The wide form names its larger items and brackets the groups below; the thin form is the bar alone.
class LedgerBar : public QWidget {
  Q_OBJECT

 public:
  struct Segment {
    QString name;
    QString amount;
    QString group;  ///< whose it is: a model, or shared; neighbours of one group share a bracket
    double bytes = 0;
    QColor colour;
  };
  struct Account {
    std::vector<Segment> segments;
    double capacity = 0;                              ///< bytes
    double reserve = 0;                               ///< bytes of the capacity that are reserved, hatched at its end
    QString freeText;                                 ///< "1.76 GB free"
    QString reserveText;                              ///< "5 % reserved"
    std::vector<std::pair<QString, QString>> groups;  ///< name and amount, in the order of the segments
  };
  enum class Form { wide, thin };

  explicit LedgerBar(Form form, QWidget* parent = nullptr);

  void setAccount(Account account);
  /// Draws the segment as pointed at; -1 for none.
  void setHighlighted(int segment);
  /// Where a segment is; each is at least one pixel wide.
  QRectF segmentRect(int segment) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void segmentHovered(int segment);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  double scale() const;
  void paintSegments(QPainter& painter) const;
  void paintFree(QPainter& painter) const;
  void paintGroups(QPainter& painter) const;
  int segmentAt(QPointF position) const;

  Form m_form;
  Account m_account;
  int m_highlighted = -1;
};

}  // namespace masu::ui
