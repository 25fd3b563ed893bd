// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QKeySequence>
#include <QPushButton>
#include <QWidget>
#include <functional>
#include <vector>

#include "core/store/splits/splits_file.h"

class QLabel;

namespace masu::ui {

/// The four splits in the order they are shown, with the key that moves samples to each.
struct SplitKey {
  store::Split split;
  QKeySequence key;
  QString action;  ///< "Move to Train"
};
std::vector<SplitKey> splitKeys();
QIcon splitSwatch(store::Split split);

/// A split as a button: its colour, its name, its key. Samples may be dropped on it.
class SplitTarget : public QPushButton {
  Q_OBJECT

 public:
  explicit SplitTarget(const SplitKey& key, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QString m_key;
};

/// Lets samples be dropped on another widget, which says what split is where (as shown; −1: none).
/// Lifetime: owned by the widget.
class SplitDrops : public QObject {
  Q_OBJECT

 public:
  SplitDrops(QWidget* on, std::function<int(QPoint)> splitAt);

 Q_SIGNALS:
  void dropped(store::Split to);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::function<int(QPoint)> m_splitAt;
};

/// What is selected, and where it can go.
class SplitTargets : public QWidget {
  Q_OBJECT

 public:
  explicit SplitTargets(QWidget* parent = nullptr);
  /// `ready`: there is something that can be moved.
  void setState(const QString& selected, bool ready);
  QPushButton* button(store::Split split) const;
  QString sentence() const;

 Q_SIGNALS:
  void moveRequested(store::Split to);

 private:
  class ElidedLabel* m_selected;
  std::vector<SplitTarget*> m_buttons;
};

}  // namespace masu::ui
