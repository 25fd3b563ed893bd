// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include <QPainter>
#include <QStyle>
#include <algorithm>

#include "ui/text/message.h"

namespace masu::ui {

QLabel* makeLabel(const QString& text, const char* role) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setProperty("role", role);
  return label;
}

ElidedLabel::ElidedLabel(const QString& text, const char* role, Qt::TextElideMode mode) : m_mode(mode) {
  setProperty("role", role);
  setTextFormat(Qt::PlainText);
  setText(text);
}

void ElidedLabel::setText(const QString& text) {
  m_text = shownText(text);
  QLabel::setText(m_text);  // What accessibility and tests read.
  setToolTip(m_text);
  updateGeometry();
}

QSize ElidedLabel::sizeHint() const {
  ensurePolished();
  return {fontMetrics().horizontalAdvance(m_text) + 2, std::max(16, fontMetrics().height())};
}

QSize ElidedLabel::minimumSizeHint() const {
  return {24, sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  const int flags = static_cast<int>(alignment() | Qt::TextSingleLine);
  painter.drawText(contentsRect(), flags, fontMetrics().elidedText(m_text, m_mode, contentsRect().width()));
}

QFrame* makeLine(Qt::Orientation orientation) {
  auto* line = new QFrame;
  line->setFrameShape(QFrame::NoFrame);
  line->setProperty("line", orientation == Qt::Horizontal ? "horizontal" : "vertical");
  orientation == Qt::Horizontal ? line->setFixedHeight(1) : line->setFixedWidth(1);
  return line;
}

QFrame* makeToolBarSeparator() {
  auto* line = makeLine(Qt::Vertical);
  line->setFixedHeight(16);
  return line;
}

void setStyleProperty(QWidget* widget, const char* name, const QVariant& value) {
  if (widget->property(name) == value) return;
  widget->setProperty(name, value);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

}  // namespace masu::ui
