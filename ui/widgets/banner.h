// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/base/error.h"

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace masu::ui {

/// A sentence that needs a decision or reports a failure, with an icon and perhaps an action; hidden while it has
/// nothing to say.
class Banner : public QWidget {
  Q_OBJECT

 public:
  enum class Kind { warn, bad };

  explicit Banner(QWidget* parent = nullptr);

  /// `sentence` may hold <b>…</b>; escape what comes from outside.
  void showSentence(Kind kind, const QString& sentence);
  /// Translated; a cancelled job is not a failure and clears instead.
  void showError(const Error& error);
  void clear();
  QString sentence() const;

  QPushButton* addAction(const QString& text);
  /// Across a page from edge to edge, between hairlines, rather than a box of its own.
  void setFlat();

 Q_SIGNALS:
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Kind m_kind = Kind::warn;
  QLabel* m_text;
  QHBoxLayout* m_row;
};

}  // namespace masu::ui
