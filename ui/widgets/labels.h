// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>

namespace masu::ui {

/// A label of a role of the style sheet: "heading", "caption", "hint", "label", "value", "secondary", "bad" …
QLabel* makeLabel(const QString& text, const char* role);
/// A label that is cut with "…" where it does not fit, and shows the whole in its tool tip.
class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(const QString& text = {}, const char* role = "value", Qt::TextElideMode mode = Qt::ElideRight);
  void setText(const QString& text);
  const QString& fullText() const { return m_text; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_text;
  Qt::TextElideMode m_mode;
};

/// A hairline of 1 px.
QFrame* makeLine(Qt::Orientation orientation);
/// The 16 px upright between groups of a tool bar.
QFrame* makeToolBarSeparator();

/// Changes a dynamic property and applies the style sheet again; does nothing when it is the same already.
void setStyleProperty(QWidget* widget, const char* name, const QVariant& value);

}  // namespace masu::ui
