// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "ui/text/message.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {
constexpr int kIconLeft = 14;
}

Banner::Banner(QWidget* parent) : QWidget(parent), m_text(new QLabel), m_row(new QHBoxLayout(this)) {
  setAttribute(Qt::WA_StyledBackground);
  setMinimumHeight(36);
  m_row->setContentsMargins(kIconLeft + size::kIcon + 12, 6, 8, 6);
  m_row->setSpacing(8);
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::RichText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_row->addWidget(m_text, 1);
  auto* close = makeIconButton("close", tr("Dismiss"), ButtonSize::small, ButtonKind::ghost);
  connect(close, &QToolButton::clicked, this, [this] {
    clear();
    Q_EMIT dismissed();
  });
  m_row->addWidget(close);
  hide();
}

void Banner::showSentence(Kind kind, const QString& sentence) {
  m_kind = kind;
  setStyleProperty(this, "pane", kind == Kind::warn ? "banner-warn" : "banner-bad");
  m_text->setText(sentence);
  setAccessibleName(sentence);
  show();
  update();
}

void Banner::showError(const Error& error) {
  if (error.code == Errc::cancelled) return clear();
  showSentence(Kind::bad, translated(error).toHtmlEscaped());
}

void Banner::clear() {
  m_text->clear();
  hide();
}

void Banner::setFlat() {
  setProperty("flat", true);
  m_row->setContentsMargins(size::kLeft + size::kIcon + 8, 2, size::kRight - 6, 2);
  setMinimumHeight(32);
}

QString Banner::sentence() const {
  return m_text->text();
}

QPushButton* Banner::addAction(const QString& text) {
  QPushButton* button = makeButton(text, {}, ButtonKind::normal, ButtonSize::small);
  m_row->insertWidget(m_row->count() - 1, button);
  return button;
}

void Banner::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  QPainter painter(this);
  const bool warn = m_kind == Kind::warn;
  painter.drawPixmap(
      property("flat").toBool() ? size::kLeft : kIconLeft, (height() - size::kIcon) / 2,
      iconPixmap(warn ? "warn" : "bad", warn ? tokens().warn : tokens().bad, size::kIcon, devicePixelRatioF()));
}

}  // namespace masu::ui
