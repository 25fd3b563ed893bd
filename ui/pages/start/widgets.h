// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QWidget>

#include "ui/session/recent_files.h"

namespace masu::ui {

/// Where files are dropped or chosen. The window takes the drop; this shows that it will.
class DropZone : public QWidget {
  Q_OBJECT

 public:
  explicit DropZone(QWidget* parent = nullptr);

 Q_SIGNALS:
  void filesAsked();
  void folderAsked();

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// A dataset that was open: thumbnail, name and size, split, state, when. Delete forgets it.
class RecentRow : public QAbstractButton {
  Q_OBJECT

 public:
  explicit RecentRow(RecentFile file, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {480, 60}; }

 Q_SIGNALS:
  void forgotten();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void paintThumbnail(QPainter& painter) const;
  void paintShares(QPainter& painter, int left) const;

  RecentFile m_file;
};

/// A card that generates sample data when clicked.
class SampleCard : public QAbstractButton {
  Q_OBJECT

 public:
  SampleCard(const QString& iconName, const QString& name, const QString& detail, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {288, 62}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QString m_icon;
  QString m_detail;
};

}  // namespace masu::ui
