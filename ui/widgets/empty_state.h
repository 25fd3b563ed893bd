// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace masu::ui {

/// What a page shows when it has nothing to show: an icon, a heading, one sentence, and the way on.
class EmptyState : public QWidget {
  Q_OBJECT

 public:
  EmptyState(const QString& iconName, const QString& heading, const QString& sentence, QWidget* parent = nullptr);

  void setHeading(const QString& heading);
  void setSentence(const QString& sentence);
  /// Adds a button under the sentence; the first is the primary one.
  QPushButton* addAction(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_icon;
  QLabel* m_heading;
  QLabel* m_sentence;
  QVBoxLayout* m_column;
  QHBoxLayout* m_actions;
};

}  // namespace masu::ui
