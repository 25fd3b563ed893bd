// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QListWidget;
class QToolButton;

namespace masu::ui {

/// Files and folders that predictions are wanted for: added, dropped or removed.
class PredictSources : public QWidget {
  Q_OBJECT

 public:
  explicit PredictSources(QWidget* parent = nullptr);

  /// In the order in which they were added; none twice.
  QStringList paths() const;
  void add(const QStringList& paths);
  void clear();

 Q_SIGNALS:
  void edited();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void askForFiles();
  void askForFolder();
  void removeChosen();

  QListWidget* m_list;
  QToolButton* m_remove;
};

}  // namespace masu::ui
