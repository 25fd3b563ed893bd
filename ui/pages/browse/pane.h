// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;

namespace masu::ui {

class PositionBar;

/// How Browse frames its samples, in rows as in signals: the view beside a bar over 64-bit positions, and a foot below.
class BrowsePane : public QWidget {
  Q_OBJECT

 public:
  /// Takes ownership of the view.
  explicit BrowsePane(QWidget* view, QWidget* parent = nullptr);

 protected:
  PositionBar& bar() const { return *m_bar; }
  /// Margins are set; add captions from left to right.
  QHBoxLayout& foot() const { return *m_foot; }

 private:
  PositionBar* m_bar;
  QHBoxLayout* m_foot;
};

}  // namespace masu::ui
