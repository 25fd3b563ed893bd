// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {
constexpr int kPicture = 28;
}

EmptyState::EmptyState(const QString& iconName, const QString& heading, const QString& sentence, QWidget* parent)
    : QWidget(parent),
      m_icon(iconName),
      m_heading(makeLabel(heading, "empty")),
      m_sentence(makeLabel(sentence, "secondary")),
      m_column(new QVBoxLayout(this)),
      m_actions(new QHBoxLayout) {
  m_column->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  m_column->setSpacing(4);
  m_column->addStretch(1);
  m_column->addSpacing(kPicture + 14);
  m_heading->setAlignment(Qt::AlignCenter);
  m_heading->setWordWrap(true);
  m_column->addWidget(m_heading);
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_column->addWidget(m_sentence);
  m_column->addSpacing(12);
  m_actions->setSpacing(8);
  m_actions->addStretch();
  m_actions->addStretch();
  m_column->addLayout(m_actions);
  m_column->addStretch(1);
}

void EmptyState::setHeading(const QString& heading) {
  m_heading->setText(heading);
}

void EmptyState::setSentence(const QString& sentence) {
  m_sentence->setText(sentence);
}

QPushButton* EmptyState::addAction(const QString& text) {
  const bool first = m_actions->count() == 2;
  QPushButton* button = makeButton(text, {}, first ? ButtonKind::primary : ButtonKind::normal);
  m_actions->insertWidget(m_actions->count() - 1, button);
  return button;
}

void EmptyState::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QLayoutItem* heading = m_column->itemAt(2);
  const int top = heading->geometry().top() - 14 - 4 - kPicture;
  painter.drawPixmap((width() - kPicture) / 2, top, iconPixmap(m_icon, tokens().accent, kPicture, devicePixelRatioF()));
}

}  // namespace masu::ui
