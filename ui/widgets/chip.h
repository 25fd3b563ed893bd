// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace masu::ui {

/// What is worked on, in a tool bar: icon, name, detail, and a cross to take it away.
class FileChip : public QWidget {
  Q_OBJECT

 public:
  explicit FileChip(QWidget* parent = nullptr);
  void show(const QString& iconName, const QString& name, const QString& detail);

 Q_SIGNALS:
  void removed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_icon = "file";
  class ElidedLabel* m_name;
  class ElidedLabel* m_detail;
};

/// A row of small tags in a field frame: the missing markers.
class TagList : public QWidget {
  Q_OBJECT

 public:
  explicit TagList(QWidget* parent = nullptr);
  void setTags(const QStringList& tags);

 Q_SIGNALS:
  void clicked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 private:
  QStringList m_tags;
};

}  // namespace masu::ui
