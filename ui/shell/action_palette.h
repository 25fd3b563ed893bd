// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QIcon>
#include <QList>
#include <QPointer>
#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace masu::ui {

/// Ctrl+K: every action by name, those of the window and what the shown page has buttons for; typing narrows, Enter
/// runs, Esc leaves. What cannot be done now is left out. Lifetime: deletes itself when closed.
class ActionPalette : public QDialog {
  Q_OBJECT

 public:
  /// `page`: its buttons that are in sight and have a text are actions, too, beside `actions`.
  ActionPalette(const QList<QAction*>& actions, const QWidget& page, QWidget* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Entry {
    QString name;
    QIcon icon;
    QString keys;
    QPointer<QObject> run;  ///< an action or a button
  };
  void collect(const QList<QAction*>& actions, const QWidget& page);
  void narrow(const QString& typed);
  void run();

  std::vector<Entry> m_entries;
  QLineEdit* m_field;
  QListWidget* m_list;
};

}  // namespace masu::ui
