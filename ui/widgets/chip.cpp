// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>

#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kTagPadding = 5;
constexpr int kTagGap = 4;
constexpr int kTagHeight = 18;
constexpr int kNameWidth = 180;

void drawFrame(QPainter& painter, const QRect& rect, const QColor& line) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(line);
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), size::kRadius, size::kRadius);
}

}  // namespace

FileChip::FileChip(QWidget* parent)
    : QWidget(parent), m_name(new ElidedLabel({}, "strong")), m_detail(new ElidedLabel({}, "label")) {
  setFixedHeight(size::kControlSmall);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8 + 14 + 6, 0, 4, 0);
  row->setSpacing(6);
  QFont name = uiFont(Type::table, QFont::Medium);
  m_name->setFont(name);
  m_name->setMaximumWidth(kNameWidth);
  row->addWidget(m_name);
  row->addWidget(m_detail);
  auto* cross = makeIconButton("close", tr("Remove"), ButtonSize::small, ButtonKind::ghost);
  cross->setFixedSize(18, 18);
  cross->setIconSize({12, 12});
  row->addWidget(cross);
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  connect(cross, &QToolButton::clicked, this, &FileChip::removed);
}

void FileChip::show(const QString& iconName, const QString& name, const QString& detail) {
  m_icon = iconName;
  m_name->setText(name);
  m_detail->setText(detail);
  setVisible(true);
  update();
}

void FileChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  drawFrame(painter, rect(), tokens().line2);
  painter.drawPixmap(8, (height() - 14) / 2, iconPixmap(m_icon, tokens().text, 14, devicePixelRatioF()));
}

TagList::TagList(QWidget* parent) : QWidget(parent) {
  setFixedHeight(size::kControlSmall);
  setFont(uiFont(Type::hint));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void TagList::setTags(const QStringList& tags) {
  m_tags = tags;
  setAccessibleDescription(tags.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

QSize TagList::sizeHint() const {
  int width = 2 * kTagGap;
  for (const QString& tag : m_tags) width += fontMetrics().horizontalAdvance(tag) + 2 * kTagPadding + kTagGap;
  return {std::max(48, width - kTagGap), size::kControlSmall};
}

void TagList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  drawFrame(painter, rect(), hasFocus() ? tokens().accent : tokens().line2);
  painter.setFont(uiFont(Type::hint));
  int x = kTagGap;
  for (const QString& tag : m_tags) {
    const QRect box(x, (height() - kTagHeight) / 2, fontMetrics().horizontalAdvance(tag) + 2 * kTagPadding, kTagHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens().lineSoft);
    painter.drawRoundedRect(box, size::kRadiusTag, size::kRadiusTag);
    painter.setPen(tokens().text2);
    painter.drawText(box, Qt::AlignCenter, tag);
    x += box.width() + kTagGap;
  }
}

void TagList::mouseReleaseEvent(QMouseEvent*) {
  Q_EMIT clicked();
}

void TagList::keyPressEvent(QKeyEvent* event) {
  const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Space;
  if (opens) return Q_EMIT clicked();
  QWidget::keyPressEvent(event);
}

}  // namespace masu::ui
