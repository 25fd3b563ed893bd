// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QListWidget;

namespace masu::ui {

/// Ctrl+K: every action by name; typing narrows, Enter runs, Esc leaves.
class ActionPalette : public QDialog {
  Q_OBJECT

 public:
  ActionPalette(const QList<QAction*>& actions, QWidget* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void narrow(const QString& typed);
  void run();

  QList<QAction*> m_actions;
  QLineEdit* m_field;
  QListWidget* m_list;
};

}  // namespace masu::ui
